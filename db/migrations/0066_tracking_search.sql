-- The back office's search finds a parcel by the beginning of its tracking number, typed with or without spaces. Worded
-- as trackingKey of src/server/office-search/queries.ts.
create index parcels_tracking on parcels (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')) text_pattern_ops)
  where tracking_number <> '';
