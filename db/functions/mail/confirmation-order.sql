-- What the confirmation page shows of an order, as the shop's ConfirmationOrder; null for an unknown id. In PL/pgSQL,
-- which keeps the plan.
create or replace function confirmation_order(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status,
      'subtotal', o.subtotal, 'shipping', o.shipping, 'tax', o.tax, 'total', o.total, 'extraPaid', nullif(o.extra_paid, 0),
      'discount', case when o.discount_name is not null then jsonb_build_object('name', o.discount_name, 'amount', o.discount) end,
      'items', order_lines(o.id),
      'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'arrival', order_arrival(o.checkout_id), 'isRebuilt', o.source in ('reconciler', 'sweep'))
    from orders o where o.id = p_order_id);
end $$;
