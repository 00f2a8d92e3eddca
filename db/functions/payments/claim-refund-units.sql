-- Makes the units of a refund that stands its own: those that had not shipped never do. What another refund pays for, or
-- was replaced in the meantime, stays as it is.
create or replace function claim_refund_units(p_refund_id uuid) returns void language sql as $$
  update order_units u set refund_id = p_refund_id, state = case u.state when 'to_ship' then 'canceled' else u.state end
    from refund_units r where r.refund_id = p_refund_id and u.id = r.unit_id and u.refund_id is null and u.state <> 'replaced';
$$;
