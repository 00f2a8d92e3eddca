-- Files of products that were checked and may be imported: what was read, and how the products stood when
-- the owner was shown what would change. Kept for a day, so that 'Import' does what was looked at.
create table product_imports (
  id uuid primary key,
  actor text not null,
  csv text not null,
  -- By product id, of those that would change: its version, and its stock as an export writes it.
  seen jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz
);

create index product_imports_age on product_imports (created_at);
