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
import { errorText } from "../log.ts";
import { allPages } from "../payments/all-pages.ts";
import {
  type BrokenRule,
  closeMendedRules,
  listBrokenRules,
  recordBrokenRules,
} from "../payments/payment-alerts.ts";
import type { PaymentIntent, ProviderFailure } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import type { Shop } from "../shop.ts";
import { checkInvariants, type InvariantOptions, type Violation } from "./invariants.ts";
import { amongRows, findNewRows, splitRows } from "./new-rows.ts";
import { amongSlice, findDueSlice, isLarge, SLICES } from "./slices.ts";

const DAY_MS = 24 * 60 * 60_000;
const MONTH_DAYS = 30;
/** Newer payments may still be moving while the rules are checked. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** Of a hundred payments each. */
const PAGES_OF_A_DAY = 10;
const PAGES_OF_A_MONTH = 1_000;
const SUSPECTS_MAX = 50;
/** Of the statements of one round. */
const FAILURES_MAX = 3;

type Span = "day" | "month";
type Examination = {
  violations: Violation[];
  /** How many payments were compared, or why none could be. */
  compared: { ok: true; payments: number } | ProviderFailure;
};

/**
 * `own`: which rows of the shop's tables are looked at. `span`: of which time payments are compared. `tell`: hears what is
 * broken as soon as it is known, and also when something else fails later.
 */
type Extent = { own: "new" | "all"; span: Span; tell?: (violations: Violation[]) => void };

/**
 * Checks the rules now; opens an alert for each broken rule and resolves the alerts of rules that hold again. The
 * comparison is made even when the shop's own tables can't be read to the end, and the other way around; then it throws.
 */
export async function examineBooks(
  shop: Shop,
  { own, span, tell = () => undefined }: Extent,
): Promise<Examination> {
  const [checked, compared] = await both(
    () => checkOwn(shop, { own, tell }),
    () => checkPayments(shop, { span, tell }),
  );
  const violations = compared.ok ? [...checked, ...compared.violations] : checked;
  return { violations, compared: compared.ok ? { ok: true, payments: compared.payments } : compared };
}

/** For the worker: checks what is new, and logs broken rules too. */
export async function checkBooks(
  shop: Shop,
  { span }: { span: Span } = { span: "day" },
): Promise<Violation[]> {
  const tell = (violations: Violation[]) => logBroken(shop, violations);
  const { violations, compared } = await examineBooks(shop, { own: "new", span, tell });
  if (!compared.ok) shop.log.warn("payments.not_compared", { reason: compared.message });
  return violations;
}

/** For the worker: checks the next slice of the whole. It finds what is broken, and only the rounds say that it is mended. */
export async function checkSlice(shop: Shop): Promise<Violation[]> {
  const { slice, settle } = await findDueSlice(shop);
  try {
    const violations = await checkInvariants(shop, { atRest: false, among: amongSlice(slice) });
    logBroken(shop, violations);
    await recordBrokenRules(shop, toRules(violations));
    await settle({ isChecked: true });
    return violations;
  } catch (error) {
    shop.log.error("books.slice_missed", { slice, error: errorText(error) });
    await settle({ isChecked: false });
    throw error;
  }
}

function logBroken(shop: Shop, violations: Violation[]): void {
  for (const { id, problem, rows } of violations)
    shop.log.error("rule.broken", { rule: id, problem, rows: rows.length, first: JSON.stringify(rows[0]) });
}

/** One after the other, the second also when the first fails. */
async function both<First, Second>(
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const [one] = await Promise.allSettled([first()]);
  const [two] = await Promise.allSettled([second()]);
  if (one.status === "fulfilled" && two.status === "fulfilled") return [one.value, two.value];
  throwFirst([one, two].flatMap((ended) => (ended.status === "rejected" ? [ended.reason] : [])));
}

/** Throws the only failure as it is, several as one that names them all. */
function throwFirst(failures: unknown[]): never {
  if (failures.length === 1) throw failures[0];
  throw new AggregateError(failures, failures.map(errorText).join("; "));
}

/**
 * The rules of the shop's own tables. What is broken is written down before the marks move on, so that a process that
 * dies in between looks at the same rows again; and also when some of the rows could not be asked.
 */
async function checkOwn(shop: Shop, { own, tell }: Pick<Required<Extent>, "own" | "tell">) {
  const open = (await listBrokenRules(shop)).filter(({ key }) => !isOfComparison(key));
  const { parts, settle } = own === "all" ? { parts: await listWhole(shop) } : await listNew(shop, open);
  const { violations, failures } = await askEach(shop, parts);
  tell(violations);
  const rules = toRules(violations);
  await recordBrokenRules(shop, rules);
  if (failures.length > 0) throwFirst(failures);
  // Each of them was asked of all rows.
  await closeMendedRules(shop, without(open, rules));
  await settle?.();
  return violations;
}

/** What one statement asks: which rules of which rows. */
type Part = Pick<InvariantOptions, "among" | "only">;

/** In a large shop slice by slice: the database gives up a statement that takes half a minute. */
async function listWhole(shop: Shop, only?: Part["only"]): Promise<Part[]> {
  if (!(await isLarge(shop.db))) return [{ only }];
  return Array.from({ length: SLICES }, (_, slice) => ({ among: amongSlice(slice), only }));
}

/** A rule that is known to be broken is asked of all rows: only they can say that it holds again. */
async function listNew(
  shop: Shop,
  open: BrokenRule[],
): Promise<{ parts: Part[]; settle?: () => Promise<void> }> {
  const broken = new Set(open.map(({ key }) => key));
  const isBroken = ({ id }: { id: string }) => broken.has(ruleKey(id));
  const { rows, settle } = await findNewRows(shop);
  const parts = splitRows(rows).map((part) => ({
    among: amongRows(part),
    only: (check: { id: string }) => !isBroken(check),
  }));
  return { parts: broken.size > 0 ? [...parts, ...(await listWhole(shop, isBroken))] : parts, settle };
}

/** Goes on after a part that fails: the others may hold what is broken. A database that fails on and on is left alone. */
async function askEach(shop: Shop, parts: Part[]): Promise<{ violations: Violation[]; failures: unknown[] }> {
  const found = new Map<string, Violation>();
  const failures: unknown[] = [];
  for (const part of parts) {
    const [asked] = await Promise.allSettled([checkInvariants(shop, { atRest: false, ...part })]);
    if (asked.status === "rejected" && failures.push(asked.reason) === FAILURES_MAX) break;
    for (const violation of asked.status === "fulfilled" ? asked.value : []) {
      const known = found.get(violation.problem);
      found.set(violation.problem, { ...violation, rows: [...(known?.rows ?? []), ...violation.rows] });
    }
  }
  return { violations: [...found.values()], failures };
}

/** The rules that compare the books with the provider. One day can't disprove what only a whole month shows. */
async function checkPayments(
  shop: Shop,
  { span, tell }: Pick<Required<Extent>, "span" | "tell">,
): Promise<Comparison> {
  const open = (await listBrokenRules(shop)).filter(({ key }) => isOfComparison(key));
  const compared = await compareWithProvider(shop, span);
  if (!compared.ok) return compared;
  tell(compared.violations);
  const rules = toRules(compared.violations);
  await recordBrokenRules(shop, rules);
  if (compared.isComplete && span === "month") await closeMendedRules(shop, without(open, rules));
  return compared;
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
    try {
      await settlePayment(shop, { intentId, source: "reconciler" });
    } catch (error) {
      // It stays a suspect, and is told of with the others.
      shop.log.error("books.not_settled", { intent: intentId, error: errorText(error) });
    }
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

const COMPARED = ":provider";
const ruleKey = (id: string) => `rule:${id}`;
const isOfComparison = (key: string) => key.endsWith(COMPARED);

function toRules(violations: Violation[]): { key: string; problem: string }[] {
  const byKey = Map.groupBy(violations, ({ id, isCompared }) => ruleKey(id) + (isCompared ? COMPARED : ""));
  return [...byKey].map(([key, found]) => ({ key, problem: found.map(({ problem }) => problem).join("; ") }));
}

function without(open: BrokenRule[], found: { key: string }[]): BrokenRule[] {
  const broken = new Set(found.map(({ key }) => key));
  return open.filter(({ key }) => !broken.has(key));
}
