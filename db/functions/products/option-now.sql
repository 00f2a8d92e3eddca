-- What an option is called now, whatever name of it a cart or an order says. A name that no option has or had is itself.
-- In PL/pgSQL, which keeps the plan: each sale asks twice.
create or replace function option_now(p_product_id uuid, p_name text) returns text language plpgsql stable as $$
begin
  return coalesce((select variation from former_options where product_id = p_product_id and name = p_name), p_name);
end $$;
