-- Brings an existing order in line with all refunds and disputes that the provider reports, in one transaction. They
-- are merged no matter who started them, in any order and any number of times. Returns {status, previous_status,
-- updated}.
create or replace function apply_payment_facts(
  p_order_id uuid, p_refunds jsonb, p_disputes jsonb, p_read bigint, p_source text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  before orders%rowtype;
  after orders%rowtype;
begin
  select * into before from orders where id = p_order_id for update;
  perform merge_refunds(p_order_id, p_refunds, p_source, p_now);
  perform merge_disputes(p_order_id, p_disputes, p_read, p_now);
  perform match_order_to_money(p_order_id, p_source, p_now);
  select * into after from orders where id = p_order_id;
  return jsonb_build_object('status', after.status, 'previous_status', before.status,
    'updated', after.status <> before.status or after.amount_refunded <> before.amount_refunded);
end $$;
