-- What a mail server said of a mail that was given up names its recipient, so it goes with the rest of it.
drop index outbox_dismissed_with_content;
create index outbox_dismissed_with_content on outbox (dismissed_at)
  where dismissed_at is not null and (recipient is not null or payload <> '{}' or last_error is not null);
