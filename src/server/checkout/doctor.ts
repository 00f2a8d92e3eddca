// Looks over the whole shop and says in plain words what is not right: the rules of the books, and whatever waits
// for a person. It only reads and reports, except that broken rules become alerts, so that the owner sees them.
import { sql } from "kysely";
import { listMigrationNames } from "../db/migrate.ts";
import type { PaymentIntent, ProviderResult } from "../payments/payment-provider.ts";
import { nowOf, type Shop } from "../shop.ts";
import { listAlerts, recordBrokenRules } from "./alerts.ts";
import { checkInvariants, type Violation } from "./invariants.ts";

export type Finding = {
  /** broken: something is wrong. waiting: somebody must look. fine: as it should be. */
  verdict: "broken" | "waiting" | "fine";
  text: string;
  details: string[];
};

export type Examination = { findings: Finding[]; isHealthy: boolean };

const PAGES_MAX = 1_000;
const DAY_MS = 24 * 60 * 60_000;
const PAYMENTS_LOOKED_AT_DAYS = 30;
const OVERDUE_MS = 15 * 60_000;
/** A moment for payments that are being made while the rules are checked. */
const SETTLED_AFTER_MS = 10 * 60_000;
const DETAILS_MAX = 5;

/** Everything that the doctor knows to ask. Healthy: no rule is broken and nothing that must run is missing. */
export async function examineShop(shop: Shop): Promise<Examination> {
  const migrations = await examineMigrations(shop);
  if (migrations.verdict === "broken") return { findings: [migrations], isHealthy: false };
  const payments = await listRecentPayments(shop);
  const settled = payments.ok ? payments.value.filter((intent) => isOld(shop, intent)) : undefined;
  const violations = await checkInvariants(shop, { atRest: false, intents: settled });
  const orderless = settled ? await findOrderless(shop, settled) : [];
  await recordBrokenRules(shop, { rules: toRules([...violations, ...orderless]) });
  const findings = [
    migrations,
    payments.ok
      ? fine(
          `The payment provider (${shop.payments.mode}) answers; ${payments.value.length} payments compared`,
        )
      : broken(`The payment provider does not answer: ${payments.message}`),
    ...[...violations, ...orderless].map(toFinding),
    ...(violations.length + orderless.length === 0 ? [fine("The rules of the books hold (I1 to I11)")] : []),
    ...(await examineWaiting(shop)),
  ];
  return { findings, isHealthy: findings.every((finding) => finding.verdict !== "broken") };
}

/** The rules alone, for the worker: says so in the log and keeps an alert when one is broken. */
export async function auditBooks(shop: Shop): Promise<Violation[]> {
  const violations = await checkInvariants(shop, { atRest: false });
  await recordBrokenRules(shop, { rules: toRules(violations) });
  for (const { id, problem, rows } of violations)
    shop.log.error("rule_broken", { rule: id, problem, rows: rows.length, first: JSON.stringify(rows[0]) });
  return violations;
}

/** One line a finding, its details indented below. */
export function reportText({ findings, isHealthy }: Examination): string {
  const marks = { broken: "✗", waiting: "!", fine: "✓" };
  const lines = findings.flatMap(({ verdict, text, details }) => [
    `${marks[verdict]} ${text}`,
    ...details.map((detail) => `    ${detail}`),
  ]);
  return [
    ...lines,
    "",
    isHealthy ? "The shop is healthy." : "Something is broken: see the lines with ✗.",
  ].join("\n");
}

const fine = (text: string): Finding => ({ verdict: "fine", text, details: [] });
const broken = (text: string, details: string[] = []): Finding => ({ verdict: "broken", text, details });
const isOld = (shop: Shop, { createdAt }: PaymentIntent) => createdAt < shop.clock() - SETTLED_AFTER_MS;

/** I2 is a rule at rest; of payments that have been succeeded for a while it must hold in the running shop too. */
async function findOrderless(shop: Shop, intents: PaymentIntent[]): Promise<Violation[]> {
  const atRest = await checkInvariants(shop, { atRest: true, intents });
  return atRest.filter(({ id, problem }) => id === "I2" && problem.includes("nobody was told"));
}

function toRules(violations: Violation[]): { id: string; problem: string }[] {
  const byId = Map.groupBy(violations, ({ id }) => id);
  return [...byId].map(([id, found]) => ({ id, problem: found.map(({ problem }) => problem).join("; ") }));
}

function toFinding({ id, problem, rows }: Violation): Finding {
  return broken(
    `${id}: ${problem}`,
    rows.slice(0, DETAILS_MAX).map((row) => JSON.stringify(row)),
  );
}

async function listRecentPayments(shop: Shop): Promise<ProviderResult<PaymentIntent[]>> {
  const all: PaymentIntent[] = [];
  const createdSince = shop.clock() - PAYMENTS_LOOKED_AT_DAYS * DAY_MS;
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const listed = await shop.payments.listIntents({ createdSince, after });
    if (!listed.ok) return listed;
    all.push(...listed.value.intents);
    after = listed.value.intents.at(-1)?.id ?? null;
    if (!listed.value.hasMore || after === null) break;
  }
  return { ok: true, value: all };
}

async function examineMigrations(shop: Shop): Promise<Finding> {
  const { known, applied } = await listMigrationNames(shop.db);
  const missing = known.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !known.includes(name));
  if (missing.length > 0) return broken("Migrations are missing; start the shop once to apply them", missing);
  if (newer.length > 0) return broken("The database was migrated by a newer version of the shop", newer);
  return fine(`The database is up to date (${applied.at(-1) ?? "empty"})`);
}

/** What waits for a person, or has waited for too long. */
async function examineWaiting(shop: Shop): Promise<Finding[]> {
  const overdue = new Date(nowOf(shop).getTime() - OVERDUE_MS);
  const questions: { text: string; ask: ReturnType<typeof sql<{ text: string }>> }[] = [
    {
      text: "Calls to the payment provider need your decision",
      ask: sql`select kind || ' ' || key || ': ' || coalesce(last_error, '') as text from payment_operations
        where state = 'needs_human' order by created_at`,
    },
    {
      text: "Calls to the payment provider are overdue",
      ask: sql`select kind || ' ' || key || ': ' || coalesce(last_error, 'not tried yet') as text from payment_operations
        where state = 'todo' and created_at < ${overdue} order by created_at`,
    },
    {
      text: "Events of the payment provider are overdue",
      ask: sql`select type || ' ' || id || ': ' || coalesce(last_error, '') as text from payment_events
        where done_at is null and received_at < ${overdue} order by received_at`,
    },
    {
      text: "Mails could not be sent and were given up",
      ask: sql`select unique_key || ': ' || coalesce(last_error, '') as text from outbox where dead_at is not null order by id`,
    },
    {
      text: "Orders need your attention",
      ask: sql`select 'ORD-' || lpad(number::text, greatest(3, length(number::text)), '0') || ': '
        || array_to_string(attention, ', ') as text from orders where attention <> '{}' order by number`,
    },
  ];
  const findings: Finding[] = [];
  for (const { text, ask } of questions) {
    const { rows } = await ask.execute(shop.db);
    if (rows.length > 0)
      findings.push({
        verdict: "waiting",
        text: `${text}: ${rows.length}`,
        details: shorten(rows.map((row) => row.text)),
      });
  }
  const alerts = (await listAlerts(shop)).filter(({ reason }) => reason !== "broken_rule");
  if (alerts.length > 0) {
    findings.push({
      verdict: "waiting",
      text: `Payments without an order: ${alerts.length}`,
      details: shorten(
        alerts.map(({ intentId, reason, amount }) => `${intentId}: ${reason}, ${amount} cents`),
      ),
    });
  }
  return findings.length > 0 ? findings : [fine("Nothing waits for you")];
}

function shorten(lines: string[]): string[] {
  const more = lines.length - DETAILS_MAX;
  return more > 0 ? [...lines.slice(0, DETAILS_MAX), `… and ${more} more`] : lines;
}
