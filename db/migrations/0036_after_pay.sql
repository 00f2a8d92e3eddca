-- The days between which an order was promised to arrive when its checkout was opened, in the shop's time zone. Null for
-- checkouts from before; their orders' days are counted from when the order came in.
alter table checkouts
  add column arrives_from date,
  add column arrives_to date,
  add constraint checkouts_arrival check ((arrives_from is null) = (arrives_to is null) and arrives_to >= arrives_from);

-- What a customer asked for about an order, from the order's page. The same words about one order are kept once.
alter table contact_messages add column order_id uuid references orders (id) on delete set null;
create unique index contact_messages_of_order on contact_messages (order_id, md5(message)) where order_id is not null;
