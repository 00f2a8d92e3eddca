-- Brings the units of a refund to whether it stands, any number of times. The caller holds the order's lock.
-- While it stands they are its own, and those that had not shipped never do; what another refund pays for, or was replaced
-- in the meantime, stays as it is. Once its money is on its way, those go back on the shelf that are to.
-- Once it has failed they are paid for again, unless another refund that stands was for them, too: those that had not
-- shipped are to be shipped, unless the order is canceled, and what had gone back on the shelf of them is taken from what is
-- free.
create or replace function bring_refund_units(p_refund_id uuid, p_source text, p_now timestamptz) returns void language plpgsql as $$
declare
  r refunds := (select f from refunds f where f.id = p_refund_id);
  o orders := (select a from orders a where a.id = r.order_id);
  v_units bigint[];
begin
  if refund_stage(r.status) < 2 then
    update order_units u set refund_id = r.id, state = case u.state when 'to_ship' then 'canceled' else u.state end
      from refund_units n where n.refund_id = r.id and u.id = n.unit_id and u.refund_id is null and u.state <> 'replaced';
    if r.provider_refund_id is null and r.amount > 0 then return; end if;
    perform shelve_units(array(select u.id from refund_units n join order_units u on u.id = n.unit_id
        where n.refund_id = r.id and n.restock and u.refund_id = r.id), r.order_id, r.id, null, p_source, p_now);
    return;
  end if;
  with released as (
    update order_units u set refund_id = still.refund_id,
        state = case when still.refund_id is null and was.state = 'canceled' and o.fulfillment <> 'canceled' then 'to_ship' else was.state end
      from order_units was left join lateral (select n.refund_id from refund_units n join refunds s on s.id = n.refund_id
        where n.unit_id = was.id and refund_stage(s.status) < 2 order by 1 limit 1) still on true
      where was.refund_id = r.id and u.id = was.id returning u.id, u.state, u.stock)
  select array_agg(id) into v_units from released where state = 'to_ship' and stock = 'shelved' and o.cleared_at is null;
  if v_units is not null then perform take_units(o.id, v_units, null, r.id, p_source, p_now); end if;
end $$;
