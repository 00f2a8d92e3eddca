-- What the retention task (src/server/retention) looks for, found without reading whole tables.

create index payment_debug_logs_oldest on payment_debug_logs (created_at);
create index payment_events_done on payment_events (done_at) where done_at is not null;
create index checkouts_given_up on checkouts (updated_at) where state in ('expired', 'superseded');
create index checkouts_given_up_with_address on checkouts (updated_at)
  where state in ('expired', 'superseded') and shipping_address <> '{}';
create index payment_operations_checkout on payment_operations (checkout_id) where checkout_id is not null;
create index outbox_sent_with_content on outbox (sent_at)
  where sent_at is not null and (recipient is not null or payload <> '{}');
create index outbox_dismissed_with_content on outbox (dismissed_at)
  where dismissed_at is not null and (recipient is not null or payload <> '{}');
-- The newest mail that went out, see alerts/find-troubles.ts.
create index outbox_sent on outbox (sent_at) where sent_at is not null;
create index jobs_ended on jobs (coalesce(done_at, dead_at)) where done_at is not null or dead_at is not null;
create index contact_messages_read on contact_messages (read_at) where read_at is not null;
create index payment_alerts_resolved on payment_alerts (resolved_at) where resolved_at is not null;
create index session_ended on "session" ("expiresAt");
create index verification_ended on "verification" ("expiresAt");

-- Counts are in limit_uses now, and the sign-in library's own limits are off (src/server/auth/auth.ts).
drop table "rateLimit";
