-- Whether a sale with these times, in the store's time zone, is on at a given time. Empty: no start, no end.
create or replace function sale_is_on(p_from text, p_to text, p_now timestamptz) returns boolean language plpgsql stable as $$
declare
  zone text;
begin
  if p_from = '' and p_to = '' then return true; end if;
  zone := shop_time_zone();
  return (p_from = '' or p_from::timestamp at time zone zone <= p_now)
    and (p_to = '' or p_to::timestamp at time zone zone > p_now);
end $$;
