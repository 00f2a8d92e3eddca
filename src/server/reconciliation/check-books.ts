// Checks the rules of the books in the running shop, including those that compare them with the provider. The shop's own
// tables are always checked whole. The provider's payments are listed page by page: every ten minutes those of the last
// day (one call in a quiet shop, never more than ten), once a day those of thirty days. Older payments can't be paid
// anymore, and the rules of the tables still cover their orders.
//
// A list is out of date when it arrives, so a payment made meanwhile would look like a broken rule. Whatever looks broken
// is therefore settled and read again first; only what is still wrong is reported. So there are no false reports, and
// what a lost event left behind is fixed on the way.
import { allPages } from "../payments/all-pages.ts";
import { recordBrokenRules } from "../payments/payment-alerts.ts";
import type { PaymentIntent, ProviderFailure } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import type { Shop } from "../shop.ts";
import { checkInvariants, type Violation } from "./invariants.ts";

const DAY_MS = 24 * 60 * 60_000;
const MONTH_DAYS = 30;
/** Newer payments may still be moving while the rules are checked. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** Of a hundred payments each. */
const PAGES_OF_A_DAY = 10;
const PAGES_OF_A_MONTH = 1_000;
const SUSPECTS_MAX = 50;

type Span = "day" | "month";
type Examination = {
  violations: Violation[];
  /** How many payments were compared, or why none could be. */
  compared: { ok: true; payments: number } | ProviderFailure;
};

/** Checks the rules now; opens an alert for each broken rule and resolves the alerts of rules that hold again. */
export async function examineBooks(shop: Shop, { span }: { span: Span }): Promise<Examination> {
  const own = await checkInvariants(shop, { atRest: false });
  const compared = await compareWithProvider(shop, span);
  const violations = compared.ok ? [...own, ...compared.violations] : own;
  // One day can't disprove what only a whole month shows.
  const isWhole = compared.ok && compared.isComplete && span === "month";
  await recordBrokenRules(shop, { rules: toRules(violations), isWhole });
  return { violations, compared: compared.ok ? { ok: true, payments: compared.payments } : compared };
}

/** For the worker: logs broken rules too. */
export async function checkBooks(
  shop: Shop,
  { span }: { span: Span } = { span: "day" },
): Promise<Violation[]> {
  const { violations, compared } = await examineBooks(shop, { span });
  if (!compared.ok) shop.log.warn("payments.not_compared", { reason: compared.message });
  for (const { id, problem, rows } of violations)
    shop.log.error("rule.broken", { rule: id, problem, rows: rows.length, first: JSON.stringify(rows[0]) });
  return violations;
}

type Comparison =
  | { ok: true; violations: Violation[]; payments: number; isComplete: boolean }
  | ProviderFailure;

async function compareWithProvider(shop: Shop, span: Span): Promise<Comparison> {
  const listed = await listPayments(shop, span);
  if (!listed.ok) return listed;
  const { intents, isComplete } = listed;
  const settled = intents.filter(({ createdAt }) => createdAt < shop.clock() - SETTLED_AFTER_MS);
  const found = await checkAgainst(shop, settled);
  const violations = found.length === 0 ? found : await lookAgain(shop, settled, found);
  return { ok: true, violations, payments: intents.length, isComplete };
}

async function checkAgainst(shop: Shop, intents: PaymentIntent[]): Promise<Violation[]> {
  const all = await checkInvariants(shop, { atRest: true, intents });
  return all.filter(({ isCompared }) => isCompared);
}

async function lookAgain(shop: Shop, intents: PaymentIntent[], found: Violation[]): Promise<Violation[]> {
  const suspects = new Set(
    found.flatMap(({ rows }) => rows.flatMap(({ intent, intents }) => intents ?? intent ?? []) as string[]),
  );
  const fresh = new Map<string, PaymentIntent>();
  for (const intentId of [...suspects].slice(0, SUSPECTS_MAX)) {
    await settlePayment(shop, { intentId, source: "reconciler" });
    const now = await shop.payments.retrieveIntent(intentId);
    if (now.ok) fresh.set(intentId, now.value);
  }
  return checkAgainst(
    shop,
    intents.map((intent) => fresh.get(intent.id) ?? intent),
  );
}

async function listPayments(
  shop: Shop,
  span: Span,
): Promise<{ ok: true; intents: PaymentIntent[]; isComplete: boolean } | ProviderFailure> {
  const intents: PaymentIntent[] = [];
  const createdSince = shop.clock() - (span === "day" ? DAY_MS : MONTH_DAYS * DAY_MS);
  const pagesMax = span === "day" ? PAGES_OF_A_DAY : PAGES_OF_A_MONTH;
  let pages = 0;
  for await (const page of allPages((after) => shop.payments.listIntents({ createdSince, after }))) {
    if (!page.ok) return page;
    const { items, hasMore } = page.value;
    intents.push(...items);
    pages += 1;
    if (pages === pagesMax) return { ok: true, intents, isComplete: !hasMore };
  }
  return { ok: true, intents, isComplete: true };
}

function toRules(violations: Violation[]): { key: string; problem: string }[] {
  const byKey = Map.groupBy(violations, ({ id, isCompared }) =>
    isCompared ? `rule:${id}:provider` : `rule:${id}`,
  );
  return [...byKey].map(([key, found]) => ({ key, problem: found.map(({ problem }) => problem).join("; ") }));
}
