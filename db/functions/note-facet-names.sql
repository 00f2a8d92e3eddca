-- Gives numbers to a type, a color and a layout of options that have none. Only what the owner edits brings new ones, so a
-- sale takes no lock here; the lock is that of new words (note-words.sql), so that the two can't wait for each other in a
-- circle. Numbers end where facet_code has no more bits for them; later names can't be counted.
create or replace function note_facet_names(p_type text, p_color text, p_options text[]) returns void
language plpgsql as $$
declare
  wanted record;
  last_id integer;
begin
  for wanted in
    select kind, name, most from (values ('type', p_type, 1023), ('color', p_color, 16383),
      ('layout', array_to_string(p_options, E'\x1f'), 4095)) w (kind, name, most) where name <> ''
  loop
    continue when exists (select from facet_names f where f.kind = wanted.kind and f.name = wanted.name)
      or exists (select from facet_names f where f.kind = wanted.kind and f.id = wanted.most);
    perform pg_advisory_xact_lock(7402, 0);
    select coalesce(max(id), 0) into last_id from facet_names f where f.kind = wanted.kind;
    if last_id < wanted.most then
      insert into facet_names (kind, id, name) values (wanted.kind, last_id + 1, wanted.name) on conflict do nothing;
    end if;
  end loop;
end $$;
