-- What mails say about these orders (mail-order.sql); those that exist.
create or replace function mail_orders(p_order_ids uuid[]) returns jsonb language plpgsql stable as $$
declare
  found_orders jsonb := '[]';
  v_id uuid;
  v_order jsonb;
begin
  foreach v_id in array p_order_ids loop
    v_order := mail_order(v_id);
    if v_order is not null then found_orders := found_orders || v_order; end if;
  end loop;
  return found_orders;
end $$;
