// What the owner does about a difference. Each fix takes the shop's own way and then compares again, so pressing twice, or
// two owners at the same time, do no harm.
import { sql } from "kysely";
import type { AuditAction } from "#domain/audit/audit-log.ts";
import { orderNumber } from "#domain/order/order.ts";
import { type FixRefusal, type Problem, parseNote, problems } from "#domain/reconciliation/difference.ts";
import { isPairKey } from "#domain/reconciliation/money-search.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { comparePayments } from "./compare-money.ts";
import { readingOf } from "./pairs.ts";
import { readPayment } from "./provider-mirror.ts";
import { askForRun } from "./run-queries.ts";

type Refused = { ok: false; reason: FixRefusal };
export type FixResult =
  | {
      ok: true;
      /** What is still wrong; null: it matches. */
      problem: Problem | null;
      wasProblem: Problem;
      /** The order that it belongs to now; `name` such as "ORD-007". */
      order: { id: string; name: string } | null;
    }
  | Refused;

type FixRequest = { key: string; actor: string };
type PaymentProblem = { intentId: string; problem: Problem };

/** Brings the books to what the provider says of the payment: its order, its refunds, its disputes. */
export async function takeOver(shop: Shop, asked: FixRequest): Promise<FixResult> {
  const found = await findDifference(shop, asked.key);
  if (!found) return { ok: false, reason: "gone" };
  if (problems[found.problem].canTakeOver) {
    const applied = await applyPaymentFacts(shop, { intentId: found.intentId, source: "admin" });
    if (!applied.ok && applied.reason === "unavailable") return { ok: false, reason: "unavailable" };
  }
  return compareAgain(shop, asked, found, "money.taken_over");
}

/** Asks the provider again. */
export async function checkAgain(shop: Shop, asked: FixRequest): Promise<FixResult> {
  const found = await findDifference(shop, asked.key);
  return found ? compareAgain(shop, asked, found, "money.checked_again") : { ok: false, reason: "gone" };
}

async function compareAgain(
  shop: Shop,
  { key, actor }: FixRequest,
  { intentId, problem: wasProblem }: PaymentProblem,
  action: AuditAction,
): Promise<FixResult> {
  const read = await readPayment(shop, readingOf(shop), intentId);
  if (!read.ok) return { ok: false, reason: "unavailable" };
  return inTransaction(shop, async (tx): Promise<FixResult> => {
    const left = await comparePayments(tx, [intentId], readingOf(shop));
    const problem = left.get(key) ?? null;
    const after = { problem: problem === null ? "none" : problems[problem].title };
    await insertAudit(
      tx,
      { actor, action, object: key, before: { problem: problems[wasProblem].title }, after },
      nowOf(shop),
    );
    delete shop.memory.troubles;
    const { rows } = await sql<{ id: string; number: number }>`
      select id, number::float8 as number from orders where id in (
        select id from orders where payment_intent_id = ${intentId}
        union all select extra_payment_for from checkouts where payment_intent_id = ${intentId})`.execute(tx);
    const [order] = rows;
    const named = order ? { id: order.id, name: orderNumber(order.number) } : null;
    return { ok: true, problem, wasProblem, order: named };
  });
}

async function findDifference(shop: Shop, key: string): Promise<PaymentProblem | null> {
  if (!isPairKey(key)) return null;
  const row = await shop.db
    .selectFrom("differences")
    .select(["intent_id as intentId", "problem"])
    .where("key", "=", key)
    .where("is_live", "=", readingOf(shop).isLive)
    .executeTakeFirst();
  return row?.intentId ? { intentId: row.intentId, problem: row.problem as Problem } : null;
}

/** It is right as it is: it stays listed, and counts no more unless an amount changes. */
export async function explain(
  shop: Shop,
  { key, note, actor }: FixRequest & { note: string },
): Promise<{ ok: true } | Refused> {
  const said = parseNote(note);
  if (said === null) return { ok: false, reason: "bad_note" };
  return decide(shop, { key, actor }, { action: "money.explained", note: said });
}

/** Takes an explanation back. */
export async function countAgain(shop: Shop, asked: FixRequest): Promise<{ ok: true } | Refused> {
  return decide(shop, asked, { action: "money.counted_again", note: null });
}

async function decide(
  shop: Shop,
  { key, actor }: FixRequest,
  { action, note }: { action: AuditAction; note: string | null },
): Promise<{ ok: true } | Refused> {
  if (!isPairKey(key)) return { ok: false, reason: "gone" };
  return inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    const explained = note === null ? { at: null, by: null } : { at: now, by: actor };
    const { rows } = await sql<{ problem: Problem }>`
      update differences set explained_at = ${explained.at}, explained_by = ${explained.by}, note = ${note}
      where key = ${key} and is_live = ${readingOf(shop).isLive}
        and (explained_at is null) = ${note !== null} returning problem`.execute(tx);
    const [row] = rows;
    if (!row) return { ok: false, reason: "gone" };
    // The note stays with the difference: it may name a customer, and this log is for good.
    const after = { problem: problems[row.problem].title };
    await insertAudit(tx, { actor, action, object: key, after }, now);
    delete shop.memory.troubles;
    return { ok: true };
  });
}

/** The worker checks everything right away; `started` is false when it was asked to before. */
export async function askForMoneyCheck(
  shop: Shop,
  { actor }: { actor: string },
): Promise<{ started: boolean }> {
  const started = await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    if (!(await askForRun(tx, now))) return false;
    await insertAudit(tx, { actor, action: "money.check_asked", object: "reconciliation:1" }, now);
    return true;
  });
  shop.wakeWorker("reconciliation");
  return { started };
}
