-- How the newest 200 payments since p_since ended, {total, declined}. At most 3 declined ones per visitor count, so
-- that one visitor alone is not an attack. An erased visitor doesn't count as another one. unknown: all declines since
-- then of first-time visitors, at most 10 of each, however many honest payments there were in between.
create or replace function recent_outcomes(p_since timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object('total', coalesce(sum(paid + declined), 0), 'declined', coalesce(sum(declined), 0),
      'unknown', (select coalesce(sum(least(declines, 10)), 0) from (
        select count(*) as declines from payment_outcomes o where at > p_since and kind = 'declined'
            and not exists (select from payment_outcomes p where p.visitor = o.visitor and p.kind = 'paid')
          group by coalesce(visitor, id)) each)) from (
    select count(*) filter (where kind = 'paid') as paid,
        least(count(*) filter (where kind = 'declined'), 3) as declined
      from (select coalesce(visitor, id) as who, kind from payment_outcomes where at > p_since and kind in ('paid', 'declined')
        order by at desc, id limit 200) newest
      group by who) visitors
$$;
