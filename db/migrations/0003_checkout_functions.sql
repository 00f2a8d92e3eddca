-- The statements that move stock and money, as functions: one round trip each, the same text on the
-- embedded database and on PostgreSQL. Locks are always taken in one order: checkout, then order, then
-- inventory rows by product and variation, then products (by the trigger on inventory).

-- Locks the inventory rows of a checkout's lines in order, and holds the wanted quantities if all of them
-- can be had. Otherwise changes nothing and returns the lines that fall short with what is left of each.
create function hold_checkout_stock(p_checkout_id uuid)
returns table (product_id uuid, variation text, available integer) language plpgsql as $$
begin
  perform 1 from inventory i join checkout_items c on c.product_id = i.product_id and c.variation = i.variation
    where c.checkout_id = p_checkout_id order by i.product_id, i.variation for update of i;
  return query
    select c.product_id, c.variation, coalesce(i.on_hand - i.held, 0)
      from checkout_items c
      left join inventory i on i.product_id = c.product_id and i.variation = c.variation
      where c.checkout_id = p_checkout_id and coalesce(i.on_hand - i.held, 0) < c.quantity
      order by c.product_id, c.variation;
  if found then return; end if;
  update inventory i set held = i.held + c.quantity from checkout_items c
    where c.checkout_id = p_checkout_id and c.product_id = i.product_id and c.variation = i.variation;
  update checkouts set hold_active = true where id = p_checkout_id;
end $$;

-- Gives the held stock of a checkout back. Only called once the provider has said that its payment is
-- canceled, or when no payment was ever made for it.
create function release_checkout_stock(p_checkout_id uuid) returns void language plpgsql as $$
begin
  update checkouts set hold_active = false where id = p_checkout_id and hold_active;
  if not found then return; end if;
  perform 1 from inventory i join checkout_items c on c.product_id = i.product_id and c.variation = i.variation
    where c.checkout_id = p_checkout_id order by i.product_id, i.variation for update of i;
  update inventory i set held = i.held - c.quantity from checkout_items c
    where c.checkout_id = p_checkout_id and c.product_id = i.product_id and c.variation = i.variation;
end $$;

-- Takes pieces of one option off the shelf, out of a hold or out of what is free. False when there are
-- not enough; never goes below zero and never takes what somebody else holds.
create function take_stock(
  p_product_id uuid, p_variation text, p_quantity integer, p_from_hold boolean, p_order_id uuid,
  p_source text, p_now timestamptz
) returns boolean language plpgsql as $$
begin
  if p_from_hold then
    update inventory set on_hand = on_hand - p_quantity, held = held - p_quantity
      where product_id = p_product_id and variation = p_variation and held >= p_quantity;
  else
    update inventory set on_hand = on_hand - p_quantity
      where product_id = p_product_id and variation = p_variation and on_hand - held >= p_quantity;
  end if;
  if not found then return false; end if;
  insert into stock_movements (product_id, variation, kind, quantity, order_id, source, created_at)
    values (p_product_id, p_variation, 'sale', -p_quantity, p_order_id, p_source, p_now);
  return true;
end $$;

-- The specification's procedure: takes stock or raises; never below zero. A product that is sold by
-- option needs the option named.
create function decrease_product_stock(
  p_product_id uuid, p_quantity integer, p_variation text default '', p_order_id uuid default null,
  p_now timestamptz default now()
) returns void language plpgsql as $$
begin
  if p_quantity is null or p_quantity < 1 then
    raise exception 'quantity must be at least 1' using errcode = 'check_violation', hint = 'bad_quantity';
  end if;
  if not exists (select 1 from inventory where product_id = p_product_id and variation = coalesce(p_variation, '')) then
    raise exception 'no such product or option' using errcode = 'no_data_found', hint = 'unknown_product';
  end if;
  if not take_stock(p_product_id, coalesce(p_variation, ''), p_quantity, false, p_order_id, 'procedure', p_now) then
    raise exception 'not enough stock' using errcode = 'check_violation', hint = 'out_of_stock';
  end if;
end $$;

create function move_order(p_order_id uuid, p_to text, p_source text, p_note text, p_now timestamptz)
returns void language plpgsql as $$
declare
  before text;
begin
  select status into before from orders where id = p_order_id for update;
  if before = p_to then return; end if;
  update orders set status = p_to, updated_at = p_now where id = p_order_id;
  insert into order_events (order_id, from_status, to_status, source, note, created_at)
    values (p_order_id, before, p_to, p_source, p_note, p_now);
end $$;

create function flag_order(p_order_id uuid, p_reason text, p_now timestamptz) returns void language sql as $$
  update orders set attention = array_append(attention, p_reason), updated_at = p_now
    where id = p_order_id and not p_reason = any (attention);
$$;

create function queue_mail(p_kind text, p_order_id uuid, p_now timestamptz) returns void language sql as $$
  insert into outbox (kind, unique_key, order_id, created_at, next_at)
    values (p_kind, p_kind || ':' || p_order_id, p_order_id, p_now, p_now)
    on conflict (unique_key) do nothing;
$$;

-- Takes the stock of every line of an order that was not taken yet: out of the checkout's hold while it
-- stands, otherwise out of what is free. A line that can't be had is left untaken and the order is
-- flagged: it is paid, so it is an order all the same and the owner decides.
create function take_order_stock(p_order_id uuid, p_checkout_id uuid, p_source text, p_now timestamptz)
returns void language plpgsql as $$
declare
  line record;
  has_hold boolean;
begin
  perform 1 from inventory i join order_items l on l.product_id = i.product_id and coalesce(l.variation, '') = i.variation
    where l.order_id = p_order_id order by i.product_id, i.variation for update of i;
  update checkouts set hold_active = false where id = p_checkout_id and hold_active;
  has_hold := found;
  for line in
    select product_id, coalesce(variation, '') as variation, sum(quantity)::integer as quantity
      from order_items where order_id = p_order_id group by 1, 2 order by 1, 2
  loop
    if not take_stock(line.product_id, line.variation, line.quantity, has_hold, p_order_id, p_source, p_now) then
      perform flag_order(p_order_id, 'out_of_stock', p_now);
    end if;
  end loop;
end $$;

-- The specification's procedure: an order with its items, all or nothing, with their stock. Called with a
-- checkout (by settle_payment) it takes that checkout's hold and never refuses a paid order; called from
-- SQL without one it raises when the stock does not suffice.
-- p_items: [{product_id, quantity, price (cents), variation, name?, image_url?, image_alt?}]
create function create_order_with_items(
  p_user_id uuid, p_total integer, p_payment_intent_id text, p_shipping_address jsonb, p_items jsonb,
  p_order_id uuid default gen_random_uuid(), p_checkout_id uuid default null,
  p_subtotal integer default null, p_tax integer default 0, p_shipping integer default null,
  p_takes_stock boolean default true, p_source text default 'procedure', p_now timestamptz default now()
) returns uuid language plpgsql as $$
declare
  v_subtotal integer := coalesce(p_subtotal,
    (select sum((item ->> 'price')::integer * (item ->> 'quantity')::integer) from jsonb_array_elements(p_items) item));
begin
  if coalesce(jsonb_array_length(p_items), 0) = 0 then
    raise exception 'an order has at least one item' using errcode = 'check_violation', hint = 'no_items';
  end if;
  insert into orders (id, checkout_id, user_id, payment_intent_id, status, subtotal, tax, shipping, total,
      shipping_address, source, created_at, updated_at)
    values (p_order_id, p_checkout_id, p_user_id, p_payment_intent_id, 'pending', v_subtotal, p_tax,
      coalesce(p_shipping, p_total - v_subtotal - p_tax), p_total, p_shipping_address, p_source, p_now, p_now);
  insert into order_items (order_id, position, product_id, quantity, price, variation, name, image_url, image_alt)
    select p_order_id, line.position, (line.item ->> 'product_id')::uuid, (line.item ->> 'quantity')::integer,
        (line.item ->> 'price')::integer, nullif(line.item ->> 'variation', ''),
        coalesce(line.item ->> 'name', product.name, 'Product'), coalesce(line.item ->> 'image_url', product.image_url),
        coalesce(line.item ->> 'image_alt', product.image_alt, '')
      from jsonb_array_elements(p_items) with ordinality as line (item, position)
      left join products product on product.id = (line.item ->> 'product_id')::uuid;
  insert into order_events (order_id, from_status, to_status, source, created_at)
    values (p_order_id, null, 'pending', p_source, p_now);
  if p_takes_stock and p_checkout_id is not null then
    perform take_order_stock(p_order_id, p_checkout_id, p_source, p_now);
  elsif p_takes_stock then
    perform decrease_product_stock(line.product_id, line.quantity, line.variation, p_order_id, p_now)
      from (select product_id, coalesce(variation, '') as variation, sum(quantity)::integer as quantity
        from order_items where order_id = p_order_id group by 1, 2 order by 1, 2) line;
  end if;
  return p_order_id;
end $$;

-- The only writer of paid state. Takes what the provider says of a PaymentIntent right now and brings
-- checkout, order, stock, history and mails to it, in one transaction, any number of times.
-- p_intent: {id, status, amount, amount_received, currency}; p_read: the sequence number taken before
-- the provider was asked. Returns {outcome, order_id, status, previous_status, updated, duplicate, total}.
create function settle_payment(
  p_checkout_id uuid, p_intent jsonb, p_read bigint, p_source text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  c checkouts%rowtype;
  o orders%rowtype;
  before text;
  intent_id text := p_intent ->> 'id';
  said text := p_intent ->> 'status';
  received integer := coalesce((p_intent ->> 'amount_received')::integer, 0);
begin
  select * into c from checkouts where id = p_checkout_id for update;
  if not found then return jsonb_build_object('outcome', 'unknown_checkout'); end if;
  if c.payment_intent_id is distinct from intent_id then
    if c.payment_intent_id is not null then return jsonb_build_object('outcome', 'other_intent'); end if;
    update checkouts set payment_intent_id = intent_id where id = c.id;
    update payment_operations set state = 'done', result_id = intent_id, updated_at = p_now
      where checkout_id = c.id and kind = 'create' and state = 'todo';
  end if;
  insert into payment_debug_logs (payment_intent_id, payment_intent_status, amount, source, created_at)
    values (intent_id, said, (p_intent ->> 'amount')::integer, p_source, p_now);

  -- A terminal word is never overwritten; of two others the read that began later wins.
  if coalesce(c.intent_status, '') in ('succeeded', 'canceled') and said not in ('succeeded', 'canceled')
     or (said not in ('succeeded', 'canceled') and p_read < c.intent_read) then
    said := c.intent_status;
    received := case when said = 'succeeded' then c.total else 0 end;
  else
    update checkouts set intent_status = said, intent_read = greatest(p_read, intent_read),
      state = case when state = 'open' then 'paying' else state end, updated_at = p_now where id = c.id;
  end if;

  select * into o from orders where checkout_id = c.id for update;
  before := o.status;

  if said = 'succeeded' then
    if o.id is null or o.status in ('pending', 'processing', 'failed', 'canceled') then
      o.id := settle_order(c, o.id, intent_id, true, p_source, p_now);
      perform move_order(o.id, 'paid', p_source, null, p_now);
      update orders set amount_received = received where id = o.id;
      if received <> c.total or coalesce(p_intent ->> 'currency', 'usd') <> 'usd' then
        perform flag_order(o.id, 'amount_mismatch', p_now);
      end if;
      update checkouts set state = 'completed', updated_at = p_now where id = c.id;
      perform queue_mail('order_confirmation', o.id, p_now);
      perform queue_mail('owner_new_order', o.id, p_now);
    end if;
  elsif said = 'processing' then
    if o.id is null or o.status in ('pending', 'failed') then
      o.id := settle_order(c, o.id, intent_id, false, p_source, p_now);
      perform move_order(o.id, 'processing', p_source, null, p_now);
      perform queue_mail('payment_processing', o.id, p_now);
    end if;
  elsif said = 'requires_payment_method' then
    -- The hold stays until it expires: the shopper may try another card on the same order.
    if o.status = 'processing' then
      perform move_order(o.id, 'failed', p_source, null, p_now);
      perform queue_mail('payment_failed', o.id, p_now);
    end if;
  elsif said = 'canceled' then
    perform release_checkout_stock(c.id);
    update checkouts set state = case when superseded_by is null then 'expired' else 'superseded' end,
      updated_at = p_now where id = c.id and state in ('open', 'paying');
    if o.status in ('pending', 'processing', 'failed') then
      perform move_order(o.id, 'canceled', p_source, null, p_now);
      perform queue_mail('payment_failed', o.id, p_now);
    end if;
  end if;

  select * into o from orders where checkout_id = c.id;
  return jsonb_build_object('outcome', case when o.id is null then 'no_order' else 'order' end,
    'order_id', o.id, 'status', o.status, 'previous_status', before, 'total', c.total, 'intent_status', said,
    'updated', o.status is distinct from before, 'duplicate', o.id is not null and o.status is not distinct from before);
end $$;

-- The order of a checkout: made from its snapshot if there is none yet, with or without taking its stock.
create function settle_order(
  c checkouts, p_existing uuid, p_intent_id text, p_takes_stock boolean, p_source text, p_now timestamptz
) returns uuid language plpgsql as $$
begin
  if p_existing is not null then
    if p_takes_stock then perform take_order_stock(p_existing, c.id, p_source, p_now); end if;
    return p_existing;
  end if;
  return create_order_with_items(null, c.total, p_intent_id, c.shipping_address,
    (select jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity, 'price', price,
        'variation', variation, 'name', name, 'image_url', image_url, 'image_alt', image_alt)
        order by product_id, variation) from checkout_items where checkout_id = c.id),
    c.order_id, c.id, c.subtotal, c.tax, c.shipping, p_takes_stock, p_source, p_now);
end $$;

-- Claims mails that are due, with a lease: a worker that dies leaves its claim to run out.
create function claim_mails(p_limit integer, p_now timestamptz, p_lease interval, p_token uuid)
returns setof outbox language sql as $$
  update outbox m set attempts = m.attempts + 1, locked_until = p_now + p_lease, lock_token = p_token
    from (select id from outbox
      where sent_at is null and dead_at is null and next_at <= p_now and (locked_until is null or locked_until < p_now)
      order by next_at, id limit p_limit for update skip locked) due
    where m.id = due.id returning m.*;
$$;

-- Both answer whether the claim still stood: a worker whose lease ran out changes nothing.
create function finish_mail(p_id bigint, p_token uuid, p_now timestamptz) returns boolean language plpgsql as $$
begin
  update outbox set sent_at = p_now, locked_until = null, last_error = null where id = p_id and lock_token = p_token;
  return found;
end $$;

create function fail_mail(p_id bigint, p_token uuid, p_error text, p_attempts_max integer, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update outbox set locked_until = null, last_error = p_error,
      next_at = p_now + least(interval '1 hour', interval '2 seconds' * power(3, attempts - 1)),
      dead_at = case when attempts >= p_attempts_max then p_now end
    where id = p_id and lock_token = p_token;
  return found;
end $$;
