-- Which state of a shipment may follow which. domain/order/fulfillment.ts has the same table; a test compares them.
create or replace function can_fulfill(p_from text, p_to text) returns boolean language sql immutable as $$
  select (p_from, p_to) in (('unfulfilled', 'shipped'), ('unfulfilled', 'canceled'), ('shipped', 'delivered'), ('shipped', 'returned'),
    ('shipped', 'unfulfilled'), ('delivered', 'returned'), ('delivered', 'unfulfilled'), ('returned', 'unfulfilled'));
$$;
