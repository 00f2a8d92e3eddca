-- Erases the visitor of an ended checkout. A paid one first counts as a good outcome of that visitor, and its hold at
-- Pay not at all.
create or replace function forget_visitor() returns trigger language plpgsql as $$
begin
  if new.state = 'completed' then
    insert into payment_outcomes (id, visitor, kind, at) values ('paid:' || new.id, new.visitor, 'paid', new.updated_at)
      on conflict (id) do nothing;
    if new.holds_at_pay then delete from payment_outcomes where id = 'held:' || new.id; end if;
  end if;
  new.visitor := null;
  return new;
end $$;

create trigger checkouts_forget_visitor
  before update of state on checkouts
  for each row
  when (new.state in ('completed', 'expired', 'superseded') and new.state is distinct from old.state)
  execute function forget_visitor();
