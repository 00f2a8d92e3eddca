-- Whether a client holds more pieces of any option in its open checkouts than was seen, p_seen: [{productId, variation,
-- quantity}]. What it holds less of needs no second look: every cap leaves more room then. As in checkout_facts, what is kept
-- for a top-up is not counted.
create or replace function client_holds_more(p_client text, p_seen jsonb) returns boolean language plpgsql stable as $$
begin
  return exists (
    select 1 from (select l.product_id, l.variation, sum(l.quantity) as quantity
        from checkouts c join checkout_items l on l.checkout_id = c.id
        where c.client = p_client and c.hold_active and c.tops_up is null group by l.product_id, l.variation) held
      left join jsonb_to_recordset(p_seen) as seen ("productId" uuid, variation text, quantity integer)
        on seen."productId" = held.product_id and seen.variation = held.variation
      where held.quantity > coalesce(seen.quantity, 0));
end $$;
