-- One mail to whoever leaves the checkout and wanted to be reminded. Decision 072.

-- So many hours after the checkout began; null: nobody is asked whether they want it.
alter table store_settings add column reminder_hours integer check (reminder_hours between 1 and 72);

-- Who ticked the box, by checkout. The mail goes out once, or never.
create table checkout_reminders (
  checkout_id uuid primary key references checkouts (id) on delete cascade,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  settled_at timestamptz,
  -- When the cart was taken back from the mail's link.
  came_back_at timestamptz
);
create index checkout_reminders_waiting on checkout_reminders (asked_at) where state = 'waiting';
create index checkout_reminders_sent on checkout_reminders (settled_at) where state = 'sent';

-- Who wants no reminder any more, as the SHA-256 of the email in lower case.
create table reminder_opt_outs (
  email_hash text primary key,
  created_at timestamptz not null
);
