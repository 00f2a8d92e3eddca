-- Adds a reason for the owner to look at the order, once.
create or replace function flag_order(p_order_id uuid, p_reason text, p_now timestamptz) returns void language sql as $$
  update orders set attention = array_append(attention, p_reason), updated_at = p_now
    where id = p_order_id and not p_reason = any (attention);
$$;
