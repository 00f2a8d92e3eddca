-- Puts the units of a refund back on the shelf that are to go there, once the provider has taken it; any number of times, once.
create or replace function shelve_refund_units(
  p_refund_id uuid, p_order_id uuid, p_source text, p_now timestamptz
) returns void language plpgsql as $$
begin
  perform shelve_units(array(select u.id from refund_units r join order_units u on u.id = r.unit_id
      where r.refund_id = p_refund_id and r.restock and u.refund_id = p_refund_id and u.stock = 'taken'),
    p_order_id, p_refund_id, null, p_source, p_now);
end $$;
