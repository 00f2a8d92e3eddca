-- Pieces that no money goes back for leave an order by a refund of nothing, which no provider is asked for.
alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check
  check (amount > 0 or (amount = 0 and status = 'succeeded' and provider_refund_id is null));
