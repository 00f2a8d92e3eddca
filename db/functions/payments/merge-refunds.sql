-- Merges the provider's refunds of an order, no matter who started them, in any order and any number of times. The
-- caller holds the lock of the order. p_refunds: [{id, amount, status, reason, refund_id (the shop's, from the
-- metadata, or null), payment (its id), created_at}]
create or replace function merge_refunds(p_order_id uuid, p_refunds jsonb, p_source text, p_now timestamptz)
returns void language plpgsql as $$
declare
  fact record;
  r refunds%rowtype;
  was text;
begin
  for fact in
    select f ->> 'id' as id, (f ->> 'amount')::integer as amount, f ->> 'status' as status, f ->> 'reason' as reason,
        f ->> 'refund_id' as refund_id, f ->> 'payment' as payment, coalesce((f ->> 'created_at')::timestamptz, p_now) as created_at
      from jsonb_array_elements(p_refunds) f order by 1
  loop
    was := null;
    select * into r from refunds where provider_refund_id = fact.id;
    if found then
      was := r.status;
      if refund_stage(fact.status) > refund_stage(r.status)
         or (r.status = 'pending' and fact.status = 'requires_action') then
        update refunds set status = fact.status, updated_at = p_now where id = r.id returning * into r;
      end if;
    else
      -- The shop's own, seen for the first time. Anything recorded about it before was only a guess.
      update refunds set provider_refund_id = fact.id, amount = fact.amount, status = fact.status, updated_at = p_now,
          adjustment = adjustment + fact.amount - amount
        where id::text = fact.refund_id and order_id = p_order_id and provider_refund_id is null returning * into r;
      if not found then
        if exists (select 1 from refunds where id::text = fact.refund_id) then
          perform flag_order(p_order_id, 'refund_doubled', p_now);
        end if;
        insert into refunds (id, order_id, amount, status, provider_refund_id, reason, source, payment_intent_id,
            created_at, updated_at)
          values (md5('refund:' || fact.id)::uuid, p_order_id, fact.amount, fact.status, fact.id, fact.reason,
            'provider', nullif(fact.payment, (select payment_intent_id from orders where id = p_order_id)),
            fact.created_at, p_now) returning * into r;
        -- Nobody has said which units it was for.
        if refund_stage(r.status) < 2 then perform flag_order(p_order_id, 'refund_lines', p_now); end if;
      else
        update payment_operations set state = 'done', result_id = fact.id, last_error = null, updated_at = p_now
          where kind = 'refund' and order_id = p_order_id and params ->> 'refundId' = r.id::text and state <> 'done';
      end if;
    end if;
    if refund_stage(r.status) = 2 and (was is null or refund_stage(was) < 2) then
      perform flag_order(p_order_id, 'refund_failed', p_now);
    end if;
    perform bring_refund_units(r.id, p_source, p_now);
  end loop;
  perform count_units(p_order_id, p_now);
  if not exists (select from refunds where order_id = p_order_id and goods is null and refund_stage(status) < 2) then
    update orders set attention = array_remove(attention, 'refund_lines'), updated_at = p_now
      where id = p_order_id and 'refund_lines' = any (attention);
  end if;
end $$;
