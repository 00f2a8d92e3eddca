-- What buyers say of what they bought. Decision 046.

-- When and how often the owner wants customers to be asked.
create table review_rules (
  id integer primary key check (id = 1),
  asks boolean not null default true,
  after_days integer not null default 7 check (after_days between 1 and 60)
);
insert into review_rules (id) values (1);

-- One row for each order whose parcel left: its customer is asked at most once. arrived_on: the day that its parcel came,
-- or must have come by. The token's hash opens the page on which the customer writes. Orders that left before this
-- migration have no row: nobody is asked about what is long forgotten.
create table review_asks (
  order_id uuid primary key references orders (id) on delete cascade,
  arrived_on date not null,
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'dropped')),
  settled_at timestamptz,
  token_hash text unique
);
create index review_asks_waiting on review_asks (arrived_on, order_id) where state = 'waiting';

-- Who asked not to be asked again, as the SHA-256 of the email in lower case.
create table review_opt_outs (
  email_hash text primary key,
  created_at timestamptz not null
);

-- One review for each line of an order. version counts its texts, so that the owner shows the text that was read.
create table reviews (
  id uuid primary key,
  order_item_id uuid not null unique references order_items (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  size text not null default '',
  stars integer not null check (stars between 1 and 5),
  fit text check (fit in ('small', 'true', 'large')),
  body text not null check (char_length(body) <= 2000),
  name text not null check (char_length(name) between 1 and 60),
  state text not null default 'pending' check (state in ('pending', 'shown', 'hidden')),
  version integer not null default 1,
  written_at timestamptz not null,
  changed_at timestamptz not null,
  decided_at timestamptz
);
create index reviews_of_product on reviews (product_id, written_at desc, id desc) where state = 'shown';
create index reviews_for_owner on reviews (state, changed_at desc, id desc);
create index reviews_hidden on reviews (decided_at) where state = 'hidden';

-- What the shown reviews of a product come to; kept by a trigger (db/functions/keep-review-sums.sql).
create table review_sums (
  product_id uuid primary key references products (id) on delete cascade,
  stars_1 integer not null default 0,
  stars_2 integer not null default 0,
  stars_3 integer not null default 0,
  stars_4 integer not null default 0,
  stars_5 integer not null default 0,
  fit_small integer not null default 0,
  fit_true integer not null default 0,
  fit_large integer not null default 0
);
