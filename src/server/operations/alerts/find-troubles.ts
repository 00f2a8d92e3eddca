// Failures around the shop, for the top of every back office page and for the doctor. An email that one recipient's
// server refuses is not a failure of the shop: it counts only if no other email has been sent since, or if several
// customers' emails are refused like it.
import { sql } from "kysely";
import type { Trouble } from "#domain/alerts/trouble.ts";
import { BACKUP_LATE_MS } from "#domain/backups/backup.ts";
import type { Shop } from "../../core/shop.ts";
import { workQueues } from "../../core/work-queues.ts";
import { isoTime } from "../../db/order-rows.ts";
import { emailsToOwner } from "../../mail/queue-mail.ts";
import { PASSWORD_REFUSED } from "../../mail/send-email.ts";
import { openDifferences } from "../../reconciliation/money-queries.ts";
import { readingOf } from "../../reconciliation/pairs.ts";
import { findBackupState } from "../backups/backup-state.ts";
import { loadWebhookProof } from "./own-webhook.ts";
import { findUnannounced } from "./unannounced-orders.ts";

/** The owner is alerted within ten minutes of the first unsent email. */
const MAILS_LATE_AFTER_MS = 5 * 60_000;
/** This many customers without their email are no coincidence, even if others get theirs. */
const REFUSED_CUSTOMERS = 3;
/** The same for the webhook, which is called every two minutes. */
const WEBHOOK_LATE_AFTER_MS = 4 * 60_000;
/** Every page of the back office asks; one statement in this time is enough. */
const ASKED_EVERY_MS = 30_000;

/** Answers from this process's memory for half a minute. */
export async function findTroubles(shop: Shop): Promise<Trouble[]> {
  const known = shop.memory.troubles;
  if (known && Math.abs(shop.clock() - known.at) < ASKED_EVERY_MS) return known.found;
  const found = await askForTroubles(shop);
  shop.memory.troubles = { at: shop.clock(), found };
  return found;
}

export async function askForTroubles(shop: Shop): Promise<Trouble[]> {
  return [
    ...(await askForMails(shop)),
    ...(await askForWebhook(shop)),
    ...(await askForBackups(shop)),
    ...(await askForMoney(shop)),
  ];
}

async function askForMoney(shop: Shop): Promise<Trouble[]> {
  const { rows } = await openDifferences(readingOf(shop).isLive).execute(shop.db);
  return rows.flatMap(({ count, since }) =>
    count > 0 && since !== null ? [{ kind: "money" as const, since, count }] : [],
  );
}

/** Only a live shop has its address registered with the provider. */
async function askForWebhook(shop: Shop): Promise<Trouble[]> {
  const failing = await askForOwnCall(shop);
  return failing.length === 0 && shop.env.mode === "live" ? findUnannounced(shop) : failing;
}

/** A later event from the provider proves more than the shop's own call. */
async function askForOwnCall({ db, clock }: Pick<Shop, "db" | "clock">): Promise<Trouble[]> {
  const proof = await loadWebhookProof(db);
  if (!proof?.failing || proof.provenAt === null) return [];
  const { since, error } = proof.failing;
  if (clock() - Date.parse(since) < WEBHOOK_LATE_AFTER_MS) return [];
  const { rows } = await sql`select 1 from payment_events
    where received_at >= ${since} and (done_at >= ${since} or done_at is null) limit 1`.execute(db);
  return rows.length > 0 ? [] : [{ kind: "webhook", since, error }];
}

async function askForBackups(shop: Pick<Shop, "db" | "clock">): Promise<Trouble[]> {
  const { lastAt, since, error, testedAt, testError } = await findBackupState(shop);
  const good = lastAt ?? since;
  const late: Trouble[] =
    shop.clock() - Date.parse(good) >= BACKUP_LATE_MS ? [{ kind: "backups", since: good, error }] : [];
  return testedAt !== null && testError !== null
    ? [...late, { kind: "restore_test", since: testedAt, error: testError }]
    : late;
}

/**
 * Unsent emails, by two indexes. Emails that were given up after all attempts count as well; otherwise a server that
 * stays down would be reported for only a day.
 */
const lateEmails = sql`(
  select * from outbox where sent_at is null and dead_at is null and attempts > 0
  union all select * from outbox
    where dead_at is not null and dismissed_at is null and attempts >= ${sql.lit(workQueues.mails.attemptsMax)})`;

/** A refused password is reported right away. */
const isLogin = sql`(dead_at is null and starts_with(coalesce(last_error, ''), ${PASSWORD_REFUSED}))`;

/** The SMTP client's code for a server that responded but rejected the only recipient, so it is reachable. */
const REFUSED_RECIPIENT = "%recipients were rejected%";

async function askForMails(shop: Pick<Shop, "db" | "clock">): Promise<Trouble[]> {
  const before = new Date(shop.clock() - MAILS_LATE_AFTER_MS);
  const { rows } = await sql<{ since: string; waiting: number; givenUp: number; isPasswordRefused: boolean }>`
    select ${isoTime(sql`min(created_at)`)} as since, count(*) filter (where dead_at is null)::integer as waiting,
      count(dead_at)::integer as "givenUp", bool_or(${isLogin}) as "isPasswordRefused"
    from ${lateEmails} late where created_at > coalesce((select max(sent_at) from outbox), '-infinity')
      and (dead_at is null or last_error is null or last_error not like ${REFUSED_RECIPIENT})
    having min(created_at) < ${before} or bool_or(${isLogin})`.execute(shop.db);
  if (rows.length === 0) return askForRefusedMails(shop, before);
  return rows.map(({ isPasswordRefused, ...row }) => ({
    ...{ kind: "mails", ...row },
    ...(isPasswordRefused ? { isPasswordRefused } : {}),
  }));
}

/**
 * A server may accept the shop's own domain and refuse all others; then the owner's copy of each sale is sent. Emails
 * that were given up count until the next one to a customer is sent.
 */
async function askForRefusedMails({ db }: Pick<Shop, "db">, before: Date): Promise<Trouble[]> {
  const { rows } = await sql<{ since: string; customers: number; error: string }>`
    select ${isoTime(sql`min(m.created_at)`)} as since,
      coalesce((array_agg(m.last_error order by m.created_at, m.id) filter (where m.last_error is not null))[1],
        'no answer') as error,
      count(distinct lower(coalesce(m.recipient, o.shipping_address ->> 'customer_email')))::integer as customers
    from ${lateEmails} m left join orders o on o.id = m.order_id
    where m.created_at < ${before} and m.kind <> all (${emailsToOwner}::text[]) and (m.dead_at is null or m.created_at >
      coalesce((select max(sent_at) from outbox where kind <> all (${emailsToOwner}::text[])), '-infinity'))
    having count(distinct lower(coalesce(m.recipient, o.shipping_address ->> 'customer_email'))) >= ${REFUSED_CUSTOMERS}`.execute(
    db,
  );
  return rows.map((row) => ({ kind: "refused_mails", ...row }));
}
