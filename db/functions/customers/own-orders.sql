-- The order that a browser's open checkout may become, and those of the checkouts that it began instead since: their
-- responses may have been lost, so that it knows only the first.
create or replace function own_orders(p_order uuid) returns setof uuid language sql stable rows 2 as $$
  with recursive own as (
    select p_order as id
    union
    select c.superseded_by from own join checkouts c on c.order_id = own.id where c.superseded_by is not null
  ) select id from own
$$;
