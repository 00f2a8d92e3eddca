-- Leases calls to the provider that are due; when a worker dies, its lease expires. Two leases of one call do no harm,
-- since both send the same key. Materialized: see claim_mails.
create or replace function claim_operations(p_kinds text[], p_limit integer, p_now timestamptz, p_lease interval)
returns setof payment_operations language sql as $$
  with due as materialized (
    select id from payment_operations where state = 'todo' and kind = any (p_kinds) and next_at <= p_now
      order by next_at, id limit p_limit for update skip locked)
  update payment_operations o set attempts = o.attempts + 1, next_at = p_now + p_lease, updated_at = p_now
    from due where o.id = due.id returning o.*;
$$;
