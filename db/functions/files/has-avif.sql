-- Whether a page may offer this picture as AVIF, too: its job is done.
create or replace function has_avif(p_url text) returns boolean language sql stable as $$
  select exists (select from jobs where kind = 'avif' and key = p_url and done_at is not null)
$$;
