-- Checkouts: price snapshot, stock hold, discount, and what is known about declined cards.

-- Numbers the reads from the payment provider, so that an older read never overwrites a newer one.
create sequence payment_reads;

-- Discounts, applied by a code that the shopper types or automatically. An order has at most one.
create table discounts (
  id uuid primary key,
  -- Null: automatic. Stored in capitals, so that codes are not case-sensitive.
  code text unique check (code = upper(code)),
  -- What shoppers read for an automatic discount.
  name text not null,
  kind text not null check (kind in ('percent', 'amount', 'shipping')),
  -- Percent, cents, or 0.
  value integer not null,
  starts_at timestamptz,
  ends_at timestamptz,
  uses_max integer check (uses_max > 0),
  uses_per_email_max integer check (uses_per_email_max > 0),
  subtotal_min integer not null default 0 check (subtotal_min >= 0),
  -- In its counted form (domain/discount/email-key.ts). Null: for everyone; empty: the person's data was erased.
  for_email text,
  -- What it applies to: these products and the products of these categories, or those of this collection, which may be
  -- deleted. All null: everything.
  product_ids uuid[],
  categories text[],
  collection_id uuid,
  is_on boolean not null,
  version integer not null default 1,
  -- Uses by orders, and the total that includes open checkouts. discount_uses has the same uses as rows.
  taken integer not null default 0 check (taken >= 0),
  uses integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint discounts_check check (
    case kind when 'percent' then value between 1 and 100 when 'amount' then value > 0 else value = 0 end),
  constraint discounts_check1 check (ends_at > starts_at),
  constraint discounts_check2 check (uses >= taken)
);
create index discounts_automatic on discounts (created_at, id) where code is null and is_on;
create index discounts_newest on discounts (created_at desc, id desc);

-- One attempt to buy: what, at which price, and how long its stock is held.
create table checkouts (
  id uuid primary key,
  -- The order's id, which the browser makes before the order exists.
  order_id uuid not null unique,
  idempotency_key text not null unique,
  request_hash text not null,
  state text not null default 'open' check (state in ('open', 'paying', 'completed', 'expired', 'superseded')),
  subtotal integer not null check (subtotal >= 0),
  tax integer not null check (tax >= 0),
  shipping integer not null check (shipping >= 0),
  total integer not null,
  shipping_address jsonb not null,
  hold_active boolean not null default false,
  expires_at timestamptz not null,
  payment_intent_id text unique,
  intent_status text,
  -- Sequence of the provider read behind intent_status. An older read never overwrites a newer one.
  intent_read bigint not null default 0,
  superseded_by uuid,
  access_token_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The id of the provider's own payment page, when that is where it is paid.
  is_hosted boolean not null default false,
  checkout_session_id text unique,
  -- Whose hold this is: a keyed hash of the visitor's network, or of a paid order that the browser has proved. Never
  -- the IP address, and only until the checkout ends (forget_visitor).
  visitor text,
  -- The browser has proved an earlier paid order.
  visitor_has_paid boolean not null default false,
  -- Nothing is held until the shopper presses Pay (hold_at_pay).
  holds_at_pay boolean not null default false,
  -- How long a hold of this checkout lasts. Shorter when it takes much of the remaining stock.
  hold_minutes integer not null default 15 check (hold_minutes between 1 and 60),
  -- A hold is extended at most once.
  extended_at timestamptz,
  -- Declined charges of its payments, as the provider lists them, and the newest charge that was read.
  declined_charges text[] not null default '{}',
  last_charge_id text,
  -- Too many declined charges: it can no longer be paid, and it ends once the provider has canceled its payment.
  declined_out boolean not null default false,
  arrives_from date,
  arrives_to date,
  -- Cents off the goods. A discount on shipping sets `shipping` to 0.
  discount integer not null default 0,
  discount_id uuid references discounts (id),
  -- The code, or the name of an automatic discount.
  discount_name text,
  -- The email under which its use is counted.
  discount_email text,
  tax_rate numeric(7,4) check (tax_rate >= 0 and tax_rate <= 100),
  tax_state text check (tax_state ~ '^[A-Z]{2}$'),
  -- The part of the tax that is on shipping; 0 where the state does not tax it.
  shipping_tax integer not null default 0,
  -- A test order moves no money: it is paid with the provider's test keys or in the payment sandbox. When the owner
  -- clears test orders, they leave lists and figures, and their units go back in stock
  -- (db/functions/operations/clear-rehearsal.sql). Their rows stay.
  is_rehearsal boolean not null default false,
  -- An extra payment: what a change of an order costs more is paid by a checkout of its own, which holds the new units,
  -- and whose payment is one more of the same order. Decision 200. The order; no reference, since orders refer to their
  -- checkouts, and tables are copied in the order of their references. order_changes has one.
  extra_payment_for uuid,
  constraint checkouts_arrival check ((arrives_from is null) = (arrives_to is null) and arrives_to >= arrives_from),
  constraint checkouts_check check (discount >= 0 and discount <= subtotal),
  constraint checkouts_discount check ((discount_id is not null) or discount = 0),
  constraint checkouts_page_when_hosted check (checkout_session_id is null or is_hosted),
  constraint checkouts_tax check (tax - shipping_tax = round((subtotal - discount) * tax_rate / 100)),
  constraint checkouts_shipping_tax check (shipping_tax in (0, round(shipping * tax_rate / 100))),
  constraint checkouts_total check (total >= 50 and total = subtotal - discount + tax + shipping)
);
-- The order's status page is found by the hash of the link's token.
create unique index checkouts_access_token on checkouts (access_token_hash);
create index checkouts_given_up on checkouts (updated_at) where state in ('expired', 'superseded');
create index checkouts_given_up_with_address on checkouts (updated_at)
  where (state in ('expired', 'superseded')) and shipping_address <> '{}';
-- The few checkouts that hold stock, for the rule that held stock equals the sum of their holds.
create index checkouts_holding on checkouts (id) where hold_active;
-- For erasing by email: what is left besides orders and messages, which have their own index.
create index checkouts_left_by_email on checkouts (lower((shipping_address ->> 'customer_email')))
  where state <> 'completed';
create index checkouts_rehearsing on checkouts (id) where is_rehearsal and state in ('open', 'paying');
create index checkouts_extra_payment_for on checkouts (extra_payment_for) where extra_payment_for is not null;
create index checkouts_unfinished on checkouts (expires_at) where state in ('open', 'paying');

create table checkout_items (
  checkout_id uuid not null references checkouts (id) on delete cascade,
  -- 1 for the first: the order of the cart, which the order keeps.
  position integer not null default 1,
  product_id uuid not null,
  variant_id uuid not null,
  -- The variant's name at that time.
  variation text not null default '',
  quantity integer not null check (quantity between 1 and 99),
  price integer not null check (price > 0),
  name text not null,
  image_url text,
  image_alt text not null default '',
  discount_cents integer not null default 0,
  -- In the order in which products are written, so that two checkouts with different variants of the same products
  -- never deadlock.
  primary key (checkout_id, product_id, variant_id),
  constraint checkout_items_check check (discount_cents >= 0 and discount_cents <= (price * quantity))
);
create index checkout_items_picture on checkout_items (image_url);

-- One use for each checkout: held while the checkout is open, taken once it is paid. A released use has no row.
create table discount_uses (
  checkout_id uuid primary key references checkouts (id) on delete cascade,
  discount_id uuid not null references discounts (id),
  -- In its counted form (src/domain/discount/email-key.ts).
  email text not null,
  taken_at timestamptz,
  -- Paid after the hold was released, so it may exceed the limit.
  is_late boolean not null default false
);
create index discount_uses_by_email on discount_uses (discount_id, email);

-- Shoppers who opted in to a reminder, by checkout. The email is sent at most once.
create table checkout_reminders (
  checkout_id uuid primary key references checkouts (id) on delete cascade,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  settled_at timestamptz,
  -- When the shopper reopened the cart from the email.
  came_back_at timestamptz,
  -- Recipients of reminders, as the SHA-256 of the email in lower case. The unsubscribe link works from this even after
  -- the checkout's own email was erased.
  email_hash text
);
create index checkout_reminders_sent on checkout_reminders (settled_at) where state = 'sent';
create index checkout_reminders_waiting on checkout_reminders (asked_at) where state = 'waiting';

-- Recent payment attempts, kept for a day, to detect card testing. 'held': a visitor has a hold at Pay, and no card is
-- known yet; 'tried': a card was used and not accepted.
create table payment_outcomes (
  -- The provider's charge id, or 'paid:' or 'held:' and the checkout.
  id text primary key,
  visitor text,
  kind text not null check (kind in ('paid', 'declined', 'held', 'tried')),
  at timestamptz not null
);
create index payment_outcomes_visitor on payment_outcomes (visitor, at desc);
create index payment_outcomes_newest on payment_outcomes (at desc);
