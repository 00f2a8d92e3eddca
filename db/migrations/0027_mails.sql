-- Mails that are due, apart by whether they were tried before: claim_mails takes only so many of the latter at a time.
-- A mail is in one of the two, so queuing one costs no more than before.
create index outbox_first on outbox (next_at, id) where sent_at is null and dead_at is null and attempts = 0;
create index outbox_again on outbox (next_at, id) where sent_at is null and dead_at is null and attempts > 0;
drop index outbox_due;
