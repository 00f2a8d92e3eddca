-- A row of an append-only table without the customer's identity: the only change that refuse_change allows. What
-- happened, when, by whom, which units, and how much stays. Null for a row without personal data.
create or replace function erased_history(p_table text, p_row jsonb) returns jsonb language sql immutable as $$
  select case
    when p_table = 'order_notes' then p_row || '{"note": "Erased"}'
    when p_table = 'order_changes' and p_row ->> 'kind' in ('address', 'email') then p_row || '{"before": {}, "after": {}}'
    when p_table = 'fulfillment_events' then p_row || '{"tracking_number": ""}'
      || case when p_row ->> 'reason' is null then '{}' else '{"reason": "Erased"}' end::jsonb
    when p_table = 'admin_audit' and jsonb_typeof(p_row -> 'after') = 'object'
        and p_row ->> 'action' in ('order.refunded', 'order.refund_assigned', 'order.units_swapped')
      then p_row || jsonb_build_object('after', (p_row -> 'after') - 'reason')
    when p_table = 'admin_audit' then p_row || '{"before": null, "after": null}' end;
$$;
