-- Gives an option another name. Its pieces, its codes, and its place stay; its former name leads to it. The caller has
-- locked all options of the product. Raises while pieces are held, since a checkout names what it holds, and when another
-- option has the name.
create or replace function rename_option(p_product_id uuid, p_from text, p_to text, p_source text, p_now timestamptz)
returns void language plpgsql as $$
declare
  pieces integer;
begin
  delete from former_options where product_id = p_product_id and name = p_to;
  update inventory set variation = p_to
    where product_id = p_product_id and variation = p_from and held = 0 returning on_hand into pieces;
  if not found then
    raise exception 'the option is held or unknown' using errcode = 'check_violation', hint = 'not_renamed';
  end if;
  insert into former_options (product_id, name, variation) values (p_product_id, p_from, p_to);
  perform carry_pieces(p_product_id, p_from, p_to, pieces, p_source, p_now);
end $$;
