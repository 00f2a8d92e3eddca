-- Queues the email of this kind about an order, once per order and kind. In PL/pgSQL, which keeps the plan: each sale queues
-- two.
create or replace function queue_mail(p_kind text, p_order_id uuid, p_now timestamptz) returns void language plpgsql as $$
begin
  insert into outbox (kind, unique_key, order_id, created_at, next_at)
    values (p_kind, p_kind || ':' || p_order_id, p_order_id, p_now, p_now)
    on conflict (unique_key) do nothing;
end $$;
