-- The same for refunds alone, when the provider said nothing of disputes (apply_payment_facts).
create or replace function apply_refunds(p_order_id uuid, p_refunds jsonb, p_source text, p_now timestamptz)
returns jsonb language sql as $$
  select apply_payment_facts(p_order_id, p_refunds, '[]'::jsonb, 0, p_source, p_now);
$$;
