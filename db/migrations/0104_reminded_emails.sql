-- Whom a reminder was sent to, as the SHA-256 of the email in lower case: whoever wants no more of them says so by its link,
-- also when the checkout's own email was erased meanwhile.
alter table checkout_reminders add column email_hash text;
update checkout_reminders r
  set email_hash = encode(sha256(convert_to(lower(c.shipping_address ->> 'customer_email'), 'UTF8')), 'hex')
  from checkouts c where c.id = r.checkout_id and r.state = 'sent' and c.shipping_address ->> 'customer_email' <> '';
