-- The store's settings, the privacy rules, and the backups. Each settings table has one row.

create table store_settings (
  id integer primary key check (id = 1),
  business_info jsonb not null,
  tax jsonb not null,
  shipping jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- An unknown time zone raises an error here, however it is written, so that no payment fails because of it later.
  profile jsonb not null default '{}'
    check ((timestamp '2000-01-01' at time zone coalesce(profile ->> 'timeZone', 'UTC')) is not null),
  legal_texts jsonb not null default '{}',
  -- The owner's limits on unpaid units. A missing one is derived from the stock.
  holds jsonb not null default '{}',
  -- The owner's synonyms: [["cap", "lid"], …].
  synonyms jsonb not null default '[]',
  -- A variant with this many units or fewer is low.
  low_level integer not null default 3 check (low_level between 0 and 1000),
  -- The product at the top of the home page. Null or deleted: the newest hat that can be bought.
  hero_product_id uuid,
  -- One email to shoppers who left the checkout and asked for a reminder (decision 045), this many hours after the
  -- checkout began. Null: the checkout offers no reminder.
  reminder_hours integer check (reminder_hours between 1 and 72),
  -- The owner's icons (brand_icons); null: those that the shop came with.
  icons text
);

-- Amounts inside are cents, the tax rate is a percentage.
insert into store_settings (id, business_info, tax, shipping) values (
  1,
  '{"storeName": "Golf Pro Shop", "email": "", "phone": "", "address": "", "logoUrl": ""}',
  '{"enableTax": false, "defaultTaxRate": 0, "includeTaxInPrice": false}',
  '{"enableFlatRateShipping": true, "flatRateShippingCost": 599, "freeShippingThreshold": 5000, "enableFreeShipping": false}'
);

-- The brand document (src/domain/brand): the last published versions, newest last, and the draft.
create table brand_versions (
  id integer generated always as identity primary key,
  document jsonb not null,
  -- Increases with each change of the draft.
  revision integer not null default 1,
  -- Who last changed the draft, or published it.
  actor text not null,
  changed_at timestamptz not null,
  -- Null: the draft.
  published_at timestamptz
);

create unique index brand_versions_draft on brand_versions ((true)) where published_at is null;

-- The icons and the link preview that were drawn for the owner's look: the last ten sets that were shown.
create table brand_icons (
  -- By what is drawn, so that an address never shows anything else.
  id text not null,
  -- "icons/shop-192.png"
  name text not null,
  bytes bytea not null,
  shown_at timestamptz not null,
  primary key (id, name)
);

-- Former addresses, and where each permanently redirects. No target is the path of another row, so there are no chains.
create table redirects (
  -- In lower case, without a trailing slash (src/domain/redirects/redirect.ts).
  path text primary key check (path ~ '^/.' and char_length(path) <= 300),
  -- Within the shop: "//host" would be another website.
  target text not null check (target ~ '^/([^/\\]|$)'),
  -- An import never overwrites a redirect that the owner made.
  source text not null check (source in ('owner', 'import')),
  created_at timestamptz not null
);

-- Requested addresses without a page, for a week. At most a few hundred rows, and nothing about the visitors.
create table missing_pages (
  path text primary key,
  hits integer not null,
  seen_at timestamptz not null
);
create index missing_pages_most on missing_pages (hits desc, seen_at desc);

create table privacy_rules (
  id integer primary key check (id = 1),
  -- Null: names and addresses stay with their orders.
  order_years integer check (order_years between 1 and 30),
  message_days integer not null default 730 check (message_days between 30 and 3650),
  checkout_days integer not null default 7 check (checkout_days between 1 and 40),
  restock_days integer not null default 365 check (restock_days between 30 and 1825)
);

insert into privacy_rules (id) values (1);

create table backup_rules (
  id integer primary key default 1 check (id = 1),
  days integer not null default 7 check (days between 1 and 90),
  weeks integer not null default 4 check (weeks between 0 and 52),
  -- Decrypts the copies in the S3 store; null until the first upload.
  recovery_key text,
  -- When the shop began to make backups.
  since timestamptz not null default now()
);

insert into backup_rules default values;

-- Backups of the running shop, and their restore tests.
create table backups (
  id uuid primary key,
  kind text not null check (kind in ('nightly', 'asked')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Who asked for it; null: the nightly run.
  requested_by text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The current step, in words.
  step text,
  -- Why it failed, in words.
  error text,
  file_name text,
  -- The machine that wrote the file.
  host text,
  bytes bigint,
  -- How many rows each table had at that time.
  rows jsonb,
  -- The copy in the S3 store.
  store_state text not null default 'none' check (store_state in ('none', 'waiting', 'there')),
  store_parts integer not null default 0,
  store_error text,
  store_tried_at timestamptz
);
create index backups_newest on backups (created_at desc, id);
-- A double click makes one backup.
create unique index backups_under_way on backups ((true)) where state in ('waiting', 'running');

-- The last restore test, and whether another one waits or runs: one row.
create table restore_test (
  id integer primary key default 1 check (id = 1),
  state text not null default 'idle' check (state in ('idle', 'waiting', 'running')),
  -- The current step, in words.
  step text,
  -- When the last test ended, and when the backup it restored was made.
  ended_at timestamptz,
  backup_at timestamptz,
  -- Why the backup can't be trusted, in words; null: it can.
  error text,
  tables integer,
  rows bigint
);
