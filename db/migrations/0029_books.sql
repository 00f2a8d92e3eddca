-- The few checkouts that hold stock, for the rule that what is held is what they hold.
create index checkouts_holding on checkouts (id) where hold_active;
