-- What keeps a shop of a million products quick.

-- The owner's list in each of its orders, a tab's statuses apart. The shop's own list reads the first two as well.
create index products_status_newest on products (status, created_at desc, id desc);
create index products_status_cheapest on products (status, effective_price, id);
create index products_status_name on products (status, (lower(name) collate "C"), id);
create index products_status_stock on products (status, stock, id);
drop index products_newest;
drop index products_cheapest;

-- Which products have a size at all: a size that nobody has is found missing at once.
create index inventory_variation on inventory (variation, product_id);

-- The words of all names and descriptions, each once, with the spellings that one mistake makes of it
-- (db/functions/spelling-keys.sql): what a misspelled search looks through instead of the texts.
create table catalog_words (
  word text primary key,
  spellings text[] not null
);
create index catalog_words_spellings on catalog_words using gin (spellings);
create index catalog_words_alike on catalog_words using gin (word gin_trgm_ops);

insert into catalog_words (word, spellings)
  select word, array(
    select distinct left(form, place - 1) || substr(form, place + 1)
    from unnest(array[word, regexp_replace(word, 's$', ''), regexp_replace(word, 'es$', '')]) form,
      generate_series(1, char_length(form) + 1) place)
  from (
    select distinct word
    from products, lateral (
      select regexp_split_to_table(lower(name || ' ' || description), '[[:space:][:punct:]]+')
      union all
      select regexp_replace(part, '^[[:punct:]]+|[[:punct:]]+$', '', 'g')
        from regexp_split_to_table(lower(name || ' ' || description), '[[:space:]]+') part) found (word)
    where char_length(word) between 3 and 40 and word ~ '[^0-9[:punct:]]') words;

-- Where each part of the sitemap begins, written down by the worker; empty while the shop fits into one.
create table sitemap_parts (
  starts_after uuid primary key
);
