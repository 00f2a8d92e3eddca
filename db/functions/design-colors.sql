-- At most p_max colors of a design by name, each with the oldest product that has it. However many products there are,
-- each color is one look into an index.
create or replace function design_colors(p_design text, p_max integer) returns json language plpgsql stable as $$
begin
  return (
    with recursive colors as (
      select 1 as place, first.* from (
        select lower(s.color) as key, s.id, s.color, s.stock, s.image_url from products s
          where s.status = 'active' and s.design <> '' and s.color <> '' and lower(s.design) = lower(p_design)
          order by lower(s.color), s.created_at, s.id limit 1) first
      union all
      select place + 1, next.* from colors cross join lateral (
        select lower(s.color) as key, s.id, s.color, s.stock, s.image_url from products s
          where s.status = 'active' and s.design <> '' and s.color <> '' and lower(s.design) = lower(p_design)
            and lower(s.color) > colors.key
          order by lower(s.color), s.created_at, s.id limit 1) next
        where place < p_max)
    select coalesce(json_agg(json_build_object('key', key, 'id', id, 'color', color, 'isSoldOut', stock = 0,
      'url', image_url, 'hasAvif', has_avif(image_url))
      order by place), '[]') from colors);
end $$;
