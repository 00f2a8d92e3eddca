-- Moves a paid order to match its refunds: every refund that the provider has and that has not failed, and every lost
-- dispute. A pending refund counts: the provider has already taken it from the shop's balance, so both books always
-- agree; if it fails, the order moves back. A refund that is only stored here does not count yet. The state under a
-- dispute is computed, not remembered: when the dispute ends, the order moves to what is true then, even when part of
-- it has been refunded in the meantime. The caller holds the lock of the order.
create or replace function match_order_to_money(p_order_id uuid, p_source text, p_now timestamptz) returns void language plpgsql as $$
declare
  o orders%rowtype;
  went_back integer;
begin
  select * into o from orders where id = p_order_id;
  select least(o.amount_received,
      coalesce((select sum(amount) from refunds where order_id = o.id and provider_refund_id is not null
        and refund_stage(status) < 2), 0)
      + coalesce((select sum(amount) from disputes where order_id = o.id and status = 'lost'), 0))
    into went_back;
  if went_back <> o.amount_refunded then
    update orders set amount_refunded = went_back, updated_at = p_now where id = o.id;
  end if;
  if went_back >= o.amount_received then perform close_extra_payments(o.id, 'canceled'); end if;
  if o.status not in ('paid', 'partially_refunded', 'refunded', 'disputed') then return; end if;
  perform move_order(o.id, case
    when exists (select 1 from disputes where order_id = o.id and dispute_is_open(status)) then 'disputed'
    when went_back = 0 then 'paid'
    when went_back >= o.amount_received then 'refunded'
    else 'partially_refunded' end, p_source, null, p_now);
end $$;
