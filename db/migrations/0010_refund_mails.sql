-- The customer is told of money that goes back, mails survive a mail server that is away for a day, and what
-- the shop left to its owner is found quickly.

-- Calls that were left to the owner are few among many; the dashboard counts them at every visit.
create index payment_operations_stuck on payment_operations (created_at) where state = 'needs_human';
