-- The days that a checkout promised, as the shop's Arrival; null for none.
create or replace function order_arrival(p_checkout_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_build_object('from', c.arrives_from, 'to', c.arrives_to)
    from checkouts c where c.id = p_checkout_id and c.arrives_from is not null);
end $$;
