-- The product that stands at the top of the home page; null, and any that is gone: the newest hat that can be bought.
alter table store_settings add column hero_product_id uuid;
