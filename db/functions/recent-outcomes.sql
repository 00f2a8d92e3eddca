-- How the newest payments since p_since ended, {total, declined}: of one client, or with p_client null of the whole shop,
-- where only p_per_client refused ones of each client count. A forgotten client is nobody else. p_read_max, no less than
-- p_max: more are not looked at, so that a flood of declines does not slow every new checkout; p_max: more do not count.
create or replace function recent_outcomes(
  p_client text, p_since timestamptz, p_read_max integer, p_per_client integer, p_max integer
) returns jsonb language plpgsql stable as $$
declare
  v_newest jsonb;
  v_most bigint;
begin
  if p_client is not null then
    return (select jsonb_build_object('total', count(*), 'declined', count(*) filter (where declined)) from (
      select declined from payment_outcomes where client = p_client and at > p_since
      order by at desc, id limit p_max) newest);
  end if;
  -- Unless a client has too many refused ones among the newest, all of these count, and nothing older is read.
  select jsonb_build_object('total', coalesce(sum(total), 0), 'declined', coalesce(sum(declined), 0)), max(declined)
    into v_newest, v_most from (
      select count(*) as total, count(*) filter (where declined) as declined from (
        select coalesce(client, id) as who, declined from payment_outcomes where at > p_since
        order by at desc, id limit p_max) newest
      group by who) clients;
  if coalesce(v_most, 0) <= p_per_client then
    return v_newest;
  end if;
  return (select jsonb_build_object('total', count(*), 'declined', count(*) filter (where declined)) from (
    select declined from (
      select declined, at, id, row_number() over (
          partition by coalesce(client, id), declined order by at desc, id) as nth
      from (select * from payment_outcomes where at > p_since order by at desc limit p_read_max) lately) judged
    where not declined or nth <= p_per_client order by at desc, id limit p_max) newest);
end $$;
