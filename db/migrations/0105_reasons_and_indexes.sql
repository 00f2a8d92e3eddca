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
