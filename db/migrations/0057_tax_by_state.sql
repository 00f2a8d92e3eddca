-- By which rate (percent) and for which state the tax was decided. Both are of the moment of the sale: an address that is
-- corrected later changes neither. Null: an order from before.
alter table checkouts
  add column tax_rate numeric(7, 4) check (tax_rate between 0 and 100),
  add column tax_state text check (tax_state ~ '^[A-Z]{2}$'),
  -- Half a cent is rounded up, as src/domain/money/money-input.ts does it.
  add constraint checkouts_tax check (tax = round((subtotal - discount) * tax_rate / 100));

alter table orders
  add column tax_rate numeric(7, 4),
  -- The state is also what an order from before is counted by, as far as its address has one.
  add column tax_state text;
update orders set tax_state = shipping_address ->> 'state';
