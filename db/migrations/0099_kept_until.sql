-- What is wanted in exchange is kept aside to the end of this day of the shop; null: nothing is. Pieces that never come back
-- would else keep others from being sold for ever. Who was promised it before gets the usual time from today.
alter table return_requests add column kept_until date;
update return_requests set kept_until = current_date + 21
  where id in (select return_id from return_lines where held > 0);
