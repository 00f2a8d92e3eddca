-- Who wrote, for the search of the back office: words that nearly every message has are in few names.
create index contact_messages_names on contact_messages using gin (lower(name || ' ' || email) gin_trgm_ops);
