-- Temporary: what the start of a checkout changes in the tables.

-- Security reports go to the log; whether payments are closed is said by the open alert; there is no puzzle.
drop table security_reports;
drop table payment_brake;
drop table used_puzzles;


alter table checkouts rename column client to visitor;
alter table checkouts rename column client_has_paid to visitor_has_paid;
drop index checkouts_held_by_client;
-- is_hosted: it is paid on the provider's own page. holds_at_pay: what it asks for is not held until Pay is pressed.
alter table checkouts
  drop constraint checkouts_page_after_cancel,
  drop constraint checkouts_replaced_when_hosted,
  drop constraint checkouts_two_payments,
  drop column hosted_at,
  drop column replaced_intent_id,
  add column is_hosted boolean not null default false,
  add column holds_at_pay boolean not null default false,
  add constraint checkouts_page_when_hosted check (checkout_session_id is null or is_hosted);

-- How payments ended lately: 'paid' and 'declined' count for card testing. 'held': a visitor has taken a hold at Pay, and
-- nothing is known of a card yet.
alter table payment_outcomes rename column client to visitor;
alter table payment_outcomes
  drop column declined,
  add column kind text not null check (kind in ('paid', 'declined', 'held'));
alter index payment_outcomes_client rename to payment_outcomes_visitor;
