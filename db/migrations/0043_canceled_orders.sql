-- A paid order that was canceled before anything left says so itself, whatever its money does: a refund may fail.
alter table orders drop constraint orders_fulfillment_check;
alter table orders add constraint orders_fulfillment_check
  check (fulfillment in ('unfulfilled', 'shipped', 'delivered', 'returned', 'canceled'));

alter table fulfillment_events drop constraint fulfillment_events_to_status_check;
alter table fulfillment_events add constraint fulfillment_events_to_status_check
  check (to_status in ('shipped', 'delivered', 'returned', 'canceled'));
-- Why it was canceled; only the owner sees it.
alter table fulfillment_events add column reason text;

-- The refund of a canceled order: the mail of the cancellation tells it.
alter table refunds add column cancels boolean not null default false;
