-- What browsers refused on the shop's pages, and what the daily check of the checkout page found. Anyone can send
-- reports, so they are added up: one row for what was refused, by which rule, on which page. The shop stops adding
-- new kinds at a few hundred rows and counts the rest together (src/server/security/record-reports.ts).
create table security_reports (
  id bigint generated always as identity primary key,
  source text not null check (source in ('browser', 'check')),
  -- The rule of the policy, such as 'script-src-elem'; of the check: what differs.
  rule text not null check (length(rule) <= 40),
  -- What was refused: 'inline', 'eval', or an origin; of the check: the difference.
  blocked text not null check (length(blocked) <= 200),
  -- A path of the route table with its parameters ('/orders/:token'), never what a visitor opened.
  page text not null check (length(page) <= 100),
  times bigint not null default 1,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  unique (source, rule, blocked, page)
);

create index security_reports_last_seen on security_reports (last_seen);
