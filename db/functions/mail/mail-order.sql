-- What an email says about an order, as the shop's MailOrder; null for an unknown id. One order, because its plan is
-- kept; a list of varying length would need a new plan at each call.
create or replace function mail_order(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select confirmation_order(o.id) || jsonb_build_object('address', o.shipping_address, 'attention', o.attention,
      'shipments', order_shipments(o.id),
      'linkHash', (select c.access_token_hash from checkouts c where c.id = o.checkout_id),
      'linkTurns', (select count(*) from order_changes n where n.order_id = o.id and n.kind = 'email'))
    from orders o where o.id = p_order_id);
end $$;
