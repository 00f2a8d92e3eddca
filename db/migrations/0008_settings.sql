-- What the owner may say beyond the three specified groups of settings: hours, time zone and social link
-- (profile) and own texts of the legal pages (legal_texts; a page that is missing shows the shop's draft).
-- Both stand in the one settings row, so that one version guards all of it against two editors at once.
alter table store_settings
  add column profile jsonb not null default '{}',
  add column legal_texts jsonb not null default '{}';

-- When a session was last used, to the minute or so: the library itself notes a use once a day.
alter table "session" add column last_used_at timestamptz;
