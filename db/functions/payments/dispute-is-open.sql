-- Whether a dispute with this status at the provider is still undecided.
create or replace function dispute_is_open(p_status text) returns boolean language sql immutable as $$
  select p_status not in ('won', 'lost', 'warning_closed', 'prevented');
$$;
