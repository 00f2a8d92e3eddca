-- The colors of a design, one after the other, without a look at the products between them.
create index products_design_colors on products (lower(design), lower(color), created_at, id)
  where status = 'active' and design <> '' and color <> '';
