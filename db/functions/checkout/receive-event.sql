-- Stores an event of the provider in the inbox. It is done right away when it has no effect: it is about no payment
-- (p_concerns is null), its payment has completed its checkout, which is final, or it only says that a known payment
-- was created (p_concerns 'settled' and 'made'). Otherwise it waits. Returns whether it is done, how often it has
-- failed, and the number of the provider read that it takes now. Each question is a separate statement, because a
-- combined one would need a new plan for each event.
create or replace function receive_event(
  p_id text, p_type text, p_intent_id text, p_concerns text, p_now timestamptz,
  out done boolean, out attempts integer, out read bigint
) language plpgsql as $$
begin
  done := p_concerns is null;
  if p_concerns = 'settled' then
    done := exists (select 1 from checkouts c where c.payment_intent_id = p_intent_id and c.state = 'completed');
  elsif p_concerns = 'made' then
    done := exists (select 1 from checkouts where payment_intent_id = p_intent_id);
  end if;
  insert into payment_events as e (id, type, object_id, received_at, next_at, done_at)
    values (p_id, p_type, p_intent_id, p_now, p_now, case when done then p_now end)
    on conflict (id) do update set type = excluded.type, done_at = coalesce(e.done_at, excluded.done_at)
    returning e.done_at is not null, e.attempts into done, attempts;
  if not done then read := nextval('payment_reads'); end if;
end $$;
