-- Keeps what the shown reviews of a product come to: how many of each number of stars, and what they say of the fit.
create or replace function keep_review_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'shown' then perform count_review(old, -1); end if;
  if tg_op <> 'DELETE' and new.state = 'shown' then perform count_review(new, 1); end if;
  return null;
end $$;

create trigger reviews_keep_sums after insert or update or delete on reviews
  for each row execute function keep_review_sums();
