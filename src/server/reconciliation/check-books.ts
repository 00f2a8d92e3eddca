// Checks the rules of the books in the running shop, including those that compare them with the provider. A round looks
// at what is new in the shop's own tables (new-rows.ts), and all the day long slices of the whole pass by (slices.ts), so
// what a round costs depends on what was sold since, not on how long the shop has sold. The doctor looks at all at once.
// The provider's payments are listed page by page: every ten minutes those of the last day (one call in a quiet shop,
// never more than ten), once a day those of thirty days. Older payments can't be paid anymore, and the rules of the
// tables still cover their orders.
//
// A list is out of date when it arrives, so a payment made meanwhile would look like a broken rule. Whatever looks broken
// is therefore settled and read again first; only what is still wrong is reported. So there are no false reports, and
// what a lost event left behind is fixed on the way.
import { allPages } from "../payments/all-pages.ts";
import { listBrokenRules, recordBrokenRules } from "../payments/payment-alerts.ts";
import type { PaymentIntent, ProviderFailure } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { nowOf, type Shop } from "../shop.ts";
import { checkInvariants, type InvariantOptions, type Violation } from "./invariants.ts";
import { amongRows, findNewRows } from "./new-rows.ts";
import { amongSlice, findDueSlice, isLarge, SLICES } from "./slices.ts";

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

/** `own`: which rows of the shop's tables are looked at. `span`: of which time payments are compared. */
type Extent = { own: "new" | "all"; span: Span };

/** Checks the rules now; opens an alert for each broken rule and resolves the alerts of rules that hold again. */
export async function examineBooks(shop: Shop, { own, span }: Extent): Promise<Examination> {
  const began = nowOf(shop);
  const checked = own === "all" ? await checkAll(shop) : await checkNew(shop);
  const compared = await compareWithProvider(shop, span);
  const violations = compared.ok ? [...checked, ...compared.violations] : checked;
  // One day can't disprove what only a whole month shows.
  const isWhole = compared.ok && compared.isComplete && span === "month";
  await recordBrokenRules(shop, { rules: toRules(violations), resolves: { before: began, isWhole } });
  return { violations, compared: compared.ok ? { ok: true, payments: compared.payments } : compared };
}

/** For the worker: checks what is new, and logs broken rules too. */
export async function checkBooks(
  shop: Shop,
  { span }: { span: Span } = { span: "day" },
): Promise<Violation[]> {
  const { violations, compared } = await examineBooks(shop, { own: "new", span });
  if (!compared.ok) shop.log.warn("payments.not_compared", { reason: compared.message });
  logBroken(shop, violations);
  return violations;
}

/** For the worker: checks the next slice of the whole. It finds what is broken, and only the rounds say that it is mended. */
export async function checkSlice(shop: Shop): Promise<Violation[]> {
  const { slice, settle } = await findDueSlice(shop);
  const violations = await checkInvariants(shop, { atRest: false, among: amongSlice(slice) });
  await recordBrokenRules(shop, { rules: toRules(violations), resolves: null });
  logBroken(shop, violations);
  await settle();
  return violations;
}

function logBroken(shop: Shop, violations: Violation[]): void {
  for (const { id, problem, rows } of violations)
    shop.log.error("rule.broken", { rule: id, problem, rows: rows.length, first: JSON.stringify(rows[0]) });
}

type Rules = { only?: InvariantOptions["only"] };

/** In a large shop slice by slice: the database gives up a statement that takes half a minute. */
async function checkAll(shop: Shop, { only }: Rules = {}): Promise<Violation[]> {
  if (!(await isLarge(shop.db))) return checkInvariants(shop, { atRest: false, only });
  const found = new Map<string, Violation>();
  for (let slice = 0; slice < SLICES; slice += 1) {
    for (const violation of await checkInvariants(shop, { atRest: false, among: amongSlice(slice), only })) {
      const known = found.get(violation.problem);
      found.set(violation.problem, { ...violation, rows: [...(known?.rows ?? []), ...violation.rows] });
    }
  }
  return [...found.values()];
}

/** A rule that is known to be broken is asked of all rows: only they can say that it holds again. */
async function checkNew(shop: Shop): Promise<Violation[]> {
  const broken = await listBrokenRules(shop);
  const { rows, settle } = await findNewRows(shop);
  const isBroken = ({ id }: { id: string }) => broken.includes(ruleKey(id));
  const found = await checkInvariants(shop, {
    atRest: false,
    among: amongRows(rows),
    only: (check) => !isBroken(check),
  });
  const still = broken.length > 0 ? await checkAll(shop, { only: isBroken }) : [];
  await settle();
  return [...found, ...still];
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
  return checkInvariants(shop, { atRest: true, intents, only: ({ needsIntents }) => needsIntents === true });
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

const ruleKey = (id: string) => `rule:${id}`;

function toRules(violations: Violation[]): { key: string; problem: string }[] {
  const byKey = Map.groupBy(violations, ({ id, isCompared }) =>
    isCompared ? `${ruleKey(id)}:provider` : ruleKey(id),
  );
  return [...byKey].map(([key, found]) => ({ key, problem: found.map(({ problem }) => problem).join("; ") }));
}
