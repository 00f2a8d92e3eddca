-- A sample product is known by a mark of its own: one without pieces has no movement that names where it came from.
alter table products add column is_sample boolean not null default false;
update products p set is_sample = true
  where exists (select from (select product_id, source from stock_movements order by id limit 500) m
      where m.product_id = p.id and m.source = 'sample catalogue')
    -- Samples without pieces came in with the others, at the same moment.
    or not exists (select from stock_movements m where m.product_id = p.id)
      and p.created_at in (select s.created_at from products s
        join (select product_id, source from stock_movements order by id limit 500) m
          on m.product_id = s.id and m.source = 'sample catalogue');
create index products_samples on products (id) where is_sample and status = 'active';

-- Who was forgotten is in the log, as keyed hashes; the backups read them all (src/server/backups/forget-again.ts).
create index admin_audit_forgotten on admin_audit (id) where action = 'customer.forgotten';
