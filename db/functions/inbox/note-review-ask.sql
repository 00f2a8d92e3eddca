-- Records from which day on the customer of an order can review the goods: the day on which the owner marked it as
-- delivered; before that, the last promised day, or a week after shipping if that is later. The last of several
-- shipments counts. An order that was already asked about stays so. Returns by that day are considered then
-- (src/server/inbox/reviews/queries.ts).
create or replace function note_review_ask() returns trigger language plpgsql as $$
begin
  if new.to_status = 'shipped' then
    insert into review_asks (order_id, arrived_on)
      select o.id, greatest(c.arrives_to, shop_day(new.created_at) + 7)
        from orders o left join checkouts c on c.id = o.checkout_id where o.id = new.order_id
      on conflict (order_id) do update set state = 'waiting',
        arrived_on = greatest(review_asks.arrived_on, excluded.arrived_on) where review_asks.state <> 'asked';
  elsif new.to_status = 'delivered' then
    update review_asks set arrived_on = shop_day(new.created_at)
      where order_id = new.order_id and state = 'waiting';
  end if;
  return null;
end $$;

create trigger fulfillment_events_note_review_ask after insert on fulfillment_events
  for each row when (not new.is_correction) execute function note_review_ask();
