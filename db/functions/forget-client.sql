-- A checkout that ends forgets who its client was. A paid one counts as a good outcome of that client first.
create or replace function forget_client() returns trigger language plpgsql as $$
begin
  if new.state = 'completed' then
    insert into payment_outcomes (id, client, declined, at)
      values ('paid:' || new.id, new.client, false, new.updated_at)
      on conflict (id) do nothing;
  end if;
  new.client := null;
  return new;
end $$;

create trigger checkouts_forget_client
  before update of state on checkouts
  for each row
  when (new.state in ('completed', 'expired', 'superseded') and new.state is distinct from old.state)
  execute function forget_client();
