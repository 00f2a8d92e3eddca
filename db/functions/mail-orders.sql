-- What mails say about these orders, as the shop's MailOrder; those that exist.
create or replace function mail_orders(p_order_ids uuid[]) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status,
      'subtotal', o.subtotal, 'shipping', o.shipping, 'tax', o.tax, 'total', o.total, 'toppedUp', nullif(o.topped_up, 0),
      'discount', case when o.discount_name is not null then jsonb_build_object('name', o.discount_name, 'amount', o.discount) end,
      'items', order_lines(o.id),
      'address', o.shipping_address, 'attention', o.attention,
      'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'arrival', order_arrival(o.checkout_id),
      'parcels', order_parcels(o.id),
      'linkHash', (select c.access_token_hash from checkouts c where c.id = o.checkout_id),
      'linkTurns', (select count(*) from order_corrections n where n.order_id = o.id and n.kind = 'email'))), '[]')
    from orders o where o.id = any (p_order_ids));
end $$;
