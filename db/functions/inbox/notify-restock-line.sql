-- Notifies the first shoppers waiting for a variant that it is back in stock: as many as there are units for sale,
-- minus those notified after p_turn_since who have not bought yet, and at most p_most. Their emails are queued in the
-- same transaction, first come, first served. The variant's row is locked first, as for a sale, so two workers notify
-- one after the other. Returns how many.
create or replace function notify_restock_line(
  p_variant_id uuid, p_most integer, p_turn_since timestamptz, p_now timestamptz
) returns integer language plpgsql as $$
declare
  places integer;
  told integer;
begin
  select i.on_hand - i.held into places from inventory i join products p on p.id = i.product_id and p.status = 'active'
    where i.id = p_variant_id for no key update of i;
  if not found then return 0; end if;
  places := least(p_most, places - (select count(*) from restock_requests
    where variant_id = p_variant_id and told_at > p_turn_since));
  if places <= 0 then return 0; end if;
  with next as materialized (
    select id from restock_requests
      where variant_id = p_variant_id and confirmed_at is not null and told_at is null
      order by place limit places for update),
  turn as (
    update restock_requests r set told_at = p_now, turns = r.turns + 1 from next where r.id = next.id
      returning r.id, r.place, r.email, r.turns)
  insert into outbox (kind, unique_key, recipient, payload, created_at, next_at)
    select 'restock', 'restock:' || id || ':' || turns, email,
      jsonb_build_object('requestId', id, 'turn', turns), p_now, p_now
    from turn order by place;
  get diagnostics told = row_count;
  return told;
end $$;
