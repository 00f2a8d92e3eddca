-- Clears a test order: its units go back in stock or are released, its emails are not sent, its returns end, its
-- reviews are deleted, and no list or figure includes it anymore. Its rows stay, because the books are append-only and
-- the provider still knows its payment. An order whose money is in progress is left alone. Returns whether the order
-- was cleared now.
create or replace function clear_rehearsal(p_order_id uuid, p_now timestamptz) returns boolean language plpgsql as $$
declare
  o orders%rowtype;
begin
  select * into o from orders where id = p_order_id for update;
  if o.id is null or not o.is_rehearsal or o.cleared_at is not null or o.status in ('pending', 'processing')
      or exists (select from refunds where order_id = p_order_id and status in ('pending', 'requires_action')) then
    return false;
  end if;
  update return_requests set state = 'closed', ended_at = p_now, updated_at = p_now
    where order_id = p_order_id and state in ('requested', 'approved', 'received');
  perform close_extra_payments(p_order_id, 'canceled');
  perform release_return(r.id) from return_requests r where r.order_id = p_order_id;
  perform shelve_units(null, p_order_id, null, null, 'rehearsal', p_now);
  update outbox set locked_until = null, lock_token = null, last_error = 'rehearsal cleared', dead_at = p_now,
      dismissed_at = p_now
    where order_id = p_order_id and sent_at is null and dead_at is null;
  update outbox set dismissed_at = p_now where order_id = p_order_id and dead_at is not null and dismissed_at is null;
  update review_asks set state = 'dropped', settled_at = p_now where order_id = p_order_id and state = 'waiting';
  delete from reviews r using order_items i where i.id = r.order_item_id and i.order_id = p_order_id;
  update orders set cleared_at = p_now, attention = '{}', has_to_send = false, updated_at = p_now,
      attention_resolved = (select coalesce(array_agg(distinct flag), '{}') from unnest(attention || attention_resolved) as flag)
    where id = p_order_id;
  return true;
end $$;
