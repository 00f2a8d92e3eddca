// Compares the provider's lists with the books and records the differences, month by month, so that no statement is
// long. A list is outdated when it arrives, so anything that looks like a difference is read again, payment by payment,
// before it is recorded. Comparisons take turns, so one that began before a fix never records what the fix resolved.
import { sql } from "kysely";
import type { Problem } from "#domain/reconciliation/difference.ts";
import type { Shop } from "../core/shop.ts";
import { type Db, inTransaction, type Tx } from "../db/transaction.ts";
import type { ProviderFailure } from "../payments/payment-provider.ts";
import { type PairScope, pairs, pairsOfPayments, pairsOfTime, type Reading, readingOf } from "./pairs.ts";
import { readPayment, readSpan, type Span } from "./provider-mirror.ts";

const DAY_MS = 24 * 60 * 60_000;
const SPAN_MS = 31 * DAY_MS;
const SUSPECTS_MAX = 50;
/** Nothing was sold before the first order, except for payments that the shop missed. */
const BEFORE_FIRST_MS = 7 * DAY_MS;

type Compared = { ok: true } | ProviderFailure | { ok: false; reason: "stopped"; message: string };

/** Made in the last day, or ever. */
export async function compareMoney(
  shop: Shop,
  extent: "day" | "whole",
  signal: AbortSignal,
): Promise<Compared> {
  const now = shop.clock();
  let from = extent === "day" ? now - DAY_MS : (await firstOrderAt(shop)) - BEFORE_FIRST_MS;
  // This machine's clock may lag behind the provider's.
  const end = now + DAY_MS;
  while (from < end) {
    const to = Math.min(from + SPAN_MS, end);
    const compared = await compareSpan(shop, { from: new Date(from), to: new Date(to) });
    if (!compared.ok) return compared;
    if (signal.aborted) return { ok: false, reason: "stopped", message: "the shop stopped" };
    from = to;
  }
  return { ok: true };
}

async function firstOrderAt(shop: Shop): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from orders order by created_at limit 1`.execute(shop.db);
  return Math.min(shop.clock(), rows[0]?.at.getTime() ?? Number.POSITIVE_INFINITY);
}

/** Anything made after the read is left to the next run, because only one side of it is known. */
async function compareSpan(shop: Shop, span: Span): Promise<{ ok: true } | ProviderFailure> {
  const read = await readSpan(shop, readingOf(shop), span);
  if (!read.ok) return read;
  const known = { from: span.from, to: new Date(Math.min(read.readAt.getTime() + 1, span.to.getTime())) };
  for (const intentId of await listSuspects(shop.db, pairsOfTime(known), readingOf(shop))) {
    const asked = await readPayment(shop, readingOf(shop), intentId);
    if (!asked.ok) return asked;
  }
  await inTransaction(shop, async (tx) => {
    await takeTurn(tx);
    await writeDifferences(tx, pairsOfTime(known), {
      reading: readingOf(shop),
      known: sql`d.at >= ${known.from} and d.at < ${known.to}`,
    });
  });
  return { ok: true };
}

/** The payments of pairs that differ, to read them again one by one first. */
async function listSuspects(db: Db, scope: PairScope, reading: Reading): Promise<string[]> {
  const { rows } = await sql<{ intentId: string }>`
    select distinct p.intent_id as "intentId" from (${pairs(scope, reading)}) p
    where p.problem is not null and not p.is_fresh limit ${SUSPECTS_MAX}`.execute(db);
  return rows.map(({ intentId }) => intentId);
}

/** Waits for every running comparison; the next one waits until the transaction ends. */
async function takeTurn(tx: Tx): Promise<void> {
  await sql`insert into reconciliation (id) values (1) on conflict (id) do nothing`.execute(tx);
  await sql`select from reconciliation where id = 1 for update`.execute(tx);
}

/**
 * Compares some payments with everything that belongs to them. Returns the remaining problems, by the key of the
 * difference.
 */
export async function comparePayments(
  tx: Tx,
  intentIds: readonly string[],
  reading: Reading,
): Promise<Map<string, Problem>> {
  await takeTurn(tx);
  const known = sql`d.intent_id = any(${[...intentIds]}::text[])`;
  return writeDifferences(tx, pairsOfPayments(intentIds), { reading, known });
}

/** Replaces the differences of the scope by those found now. Returns what is wrong, by key. */
async function writeDifferences(
  tx: Tx,
  scope: PairScope,
  { reading, known }: { reading: Reading; known: ReturnType<typeof sql> },
): Promise<Map<string, Problem>> {
  const { rows } = await sql<{ key: string; problem: Problem }>`
    with broken as materialized (
      select p.*, p.kind || ':' || p.id as key from (${pairs(scope, reading)}) p where p.problem is not null
    ), gone as (
      delete from differences d where d.kind <> 'rule' and d.is_live = ${reading.isLive} and ${known}
        and not exists (select from broken b where b.key = d.key)
    ), found as (
      insert into differences as d (key, is_live, kind, problem, item_id, intent_id, order_id, provider_amount,
          provider_status, currency, books_amount, books_status, at, is_fresh, first_seen)
      select key, ${reading.isLive}, kind, problem, id, intent_id, order_id, provider_amount, provider_status, currency,
          books_amount, books_status, date_trunc('milliseconds', at), is_fresh, ${reading.now} from broken
      on conflict (key) do update set is_live = excluded.is_live, problem = excluded.problem, intent_id = excluded.intent_id,
        order_id = excluded.order_id, provider_amount = excluded.provider_amount, provider_status = excluded.provider_status,
        currency = excluded.currency, books_amount = excluded.books_amount, books_status = excluded.books_status,
        at = excluded.at, is_fresh = excluded.is_fresh,
        -- What was explained was another difference.
        explained_at = case when (d.problem, d.provider_amount, d.provider_status, d.books_amount) is not distinct from
          (excluded.problem, excluded.provider_amount, excluded.provider_status, excluded.books_amount) then d.explained_at end
    )
    select key, problem from broken`.execute(tx);
  return new Map(rows.map(({ key, problem }) => [key, problem]));
}
