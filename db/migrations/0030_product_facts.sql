-- What a product is made of and for whom, as fields of their own. Products that are there already keep everything;
-- type and color are filled in where name and picture say them, which the owner can then correct.
alter table products
  add column type text not null default '' check (char_length(type) <= 40),
  add column color text not null default '' check (char_length(color) <= 40),
  add column swatch text not null default '' check (swatch ~ '^(#[0-9a-f]{6})?$'),
  add column design text not null default '' check (char_length(design) <= 100),
  add column gender text not null default 'unisex' check (gender in ('unisex', 'men', 'women')),
  add column age_group text not null default 'adult'
    check (age_group in ('adult', 'kids', 'toddler', 'infant', 'newborn')),
  add column material text not null default '' check (char_length(material) <= 200),
  add column fit text not null default '' check (char_length(fit) <= 500),
  add column care text not null default '' check (char_length(care) <= 500),
  add column weight_oz double precision check (weight_oz > 0 and weight_oz <= 10000),
  -- Cents.
  add column cost integer check (cost >= 0 and cost <= 99999999),
  add column option_name text not null default 'Size' check (char_length(option_name) between 1 and 24);

-- The feed took the color from the text of the main picture until now.
update products set color = initcap((regexp_match(image_alt,
    '\m(black|white|bone|cream|ivory|beige|sand|tan|khaki|brown|gray|grey|charcoal|navy|blue|teal|green|olive|moss|sage|yellow|gold|orange|rust|clay|red|burgundy|pink|coral|purple|lavender)\M',
    'i'))[1])
  where image_alt ~*
    '\m(black|white|bone|cream|ivory|beige|sand|tan|khaki|brown|gray|grey|charcoal|navy|blue|teal|green|olive|moss|sage|yellow|gold|orange|rust|clay|red|burgundy|pink|coral|purple|lavender)\M';

update products set type = case lower((regexp_match(name,
    '(rope cap|trucker|bucket hat|visor|beanie|long[- ]sleeve polo|polo|quarter[- ]zip|hoodie|t-shirt|tee|cap|hat|shirt)s?$',
    'i'))[1])
    when 'rope cap' then 'Rope cap' when 'trucker' then 'Trucker' when 'bucket hat' then 'Bucket hat'
    when 'visor' then 'Visor' when 'beanie' then 'Beanie' when 'polo' then 'Polo'
    when 'long-sleeve polo' then 'Long-sleeve polo' when 'long sleeve polo' then 'Long-sleeve polo'
    when 'quarter-zip' then 'Quarter-zip' when 'quarter zip' then 'Quarter-zip' when 'hoodie' then 'Hoodie'
    when 't-shirt' then 'T-shirt' when 'tee' then 'T-shirt' when 'cap' then 'Cap' when 'hat' then 'Hat'
    when 'shirt' then 'Shirt' else '' end
  where name ~* '(rope cap|trucker|bucket hat|visor|beanie|polo|[- ]zip|hoodie|t-shirt|tee|cap|hat|shirt)s?$';
