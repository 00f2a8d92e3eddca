-- Claims calls to the provider that are due, for a while: whoever dies with one leaves it to the next. Two that hold
-- one at the same time do no harm, they send the same key. Materialized: see claim_mails.
create or replace function claim_operations(p_kinds text[], p_limit integer, p_now timestamptz, p_lease interval)
returns setof payment_operations language sql as $$
  with due as materialized (
    select id from payment_operations where state = 'todo' and kind = any (p_kinds) and next_at <= p_now
      order by next_at, id limit p_limit for update skip locked)
  update payment_operations o set attempts = o.attempts + 1, next_at = p_now + p_lease, updated_at = p_now
    from due where o.id = due.id returning o.*;
$$;
