-- Discounts: what an order costs less, by a code that the shopper types or by itself. At most one for each order.
create table discounts (
  id uuid primary key,
  -- Null: it applies by itself. Kept in capitals, so that it is the same however it is typed.
  code text unique check (code = upper(code)),
  -- What shoppers read of one that applies by itself.
  name text not null,
  kind text not null check (kind in ('percent', 'amount', 'shipping')),
  -- Percent, cents, or 0.
  value integer not null check (case kind when 'percent' then value between 1 and 100 when 'amount' then value > 0 else value = 0 end),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  uses_max integer check (uses_max > 0),
  uses_per_email_max integer check (uses_per_email_max > 0),
  subtotal_min integer not null default 0 check (subtotal_min >= 0),
  -- What it is for: these products and those of these categories; both null: everything.
  product_ids uuid[],
  categories text[],
  is_on boolean not null,
  version integer not null default 1,
  -- Uses that orders have taken, and these together with the ones that open checkouts hold. The rows of discount_uses
  -- say the same one by one.
  taken integer not null default 0 check (taken >= 0),
  uses integer not null default 0 check (uses >= taken),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index discounts_newest on discounts (created_at desc, id desc);
create index discounts_automatic on discounts (created_at, id) where code is null and is_on;

alter table checkouts
  -- Cents off the goods. A discount on the shipping makes `shipping` 0.
  add column discount integer not null default 0 check (discount >= 0 and discount <= subtotal),
  add column discount_id uuid references discounts (id),
  -- The code, or the name of one that applied by itself.
  add column discount_name text,
  -- The email by which its use is counted.
  add column discount_email text,
  drop constraint checkouts_check,
  add constraint checkouts_total check (total >= 50 and total = subtotal - discount + tax + shipping),
  add constraint checkouts_discount check (discount_id is not null or discount = 0);

alter table checkout_items
  add column discount_cents integer not null default 0 check (discount_cents >= 0 and discount_cents <= price * quantity);

alter table orders
  add column discount integer not null default 0 check (discount >= 0 and discount <= subtotal),
  add column discount_id uuid references discounts (id),
  add column discount_name text;

-- The line's part of the discount, in cents, for all its pieces together.
alter table order_items
  add column discount_cents integer not null default 0 check (discount_cents >= 0 and discount_cents <= price * quantity);

create index orders_discount on orders (discount_id) where discount_id is not null;

-- One use for each checkout: held while the checkout holds its stock, taken when it is paid. One given back has no row.
create table discount_uses (
  checkout_id uuid primary key references checkouts (id) on delete cascade,
  discount_id uuid not null references discounts (id),
  -- As it is counted (src/domain/discount/email-key.ts).
  email text not null,
  taken_at timestamptz,
  -- It was paid after the hold was given back, so it may be beyond the limit.
  is_late boolean not null default false
);

create index discount_uses_by_email on discount_uses (discount_id, email);
