-- Why the owner closed a call to the provider, or an event, may name a customer. It moves out of the log, which is for good,
-- to where it goes with the checkout or after a year (payments/payment-alerts.ts). That of a checkout which says no more
-- who it was goes now.
insert into payment_alerts (key, reason, detail, checkout_id, first_seen, last_seen, resolved_at, resolved_by)
  select distinct on (a.object) a.object, 'closed_' || split_part(a.action, '.', 1), a.after ->> 'note',
      known.id, a.created_at, a.created_at, a.created_at, a.actor
    from admin_audit a
      left join payment_operations p on p.key = a.object left join orders o on o.id = p.order_id
      left join payment_events e on e.id = a.object left join checkouts c on c.payment_intent_id = e.object_id
      join checkouts known on known.id = coalesce(c.id, p.checkout_id, o.checkout_id) and known.shipping_address <> '{}'
    where a.action in ('operation.closed', 'event.closed') and a.after ->> 'note' is not null
      and a.created_at > now() - interval '365 days'
    order by a.object, a.id desc
  on conflict (key) do nothing;
alter table admin_audit disable trigger user;
update admin_audit set after = after - 'note' where action in ('operation.closed', 'event.closed');
alter table admin_audit enable trigger user;

-- A message takes its mails along (db/functions/erase-message-mails.sql). These are left of messages that went before.
update outbox set recipient = null, payload = '{}', last_error = null, locked_until = null, lock_token = null,
    dead_at = case when sent_at is null then coalesce(dead_at, now()) else dead_at end,
    dismissed_at = case when sent_at is null then coalesce(dismissed_at, dead_at, now()) else dismissed_at end
  where kind in ('contact_message', 'message_reply') and (recipient is not null or payload <> '{}' or last_error is not null)
    and unique_key not in (select 'contact_message:' || id from contact_messages
      union all select 'message_reply:' || id from message_replies);

-- The test mail that was asked for last, for the settings of mail.
create index outbox_test_mails on outbox (id) where kind = 'test_mail';
