// Examines the whole shop and reports in plain words what is wrong: the consistency rules, and everything that waits
// for a person. It changes nothing, except that broken rules and differences of the last day's money are stored, so
// that the owner sees them.
import { sql } from "kysely";
import { formatLateEmails, type Trouble } from "#domain/alerts/trouble.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { listProxyNotes, missingProxySetup } from "../../checkout/visitors/proxy-notes.ts";
import { listUnsafeSettings } from "../../core/disk/durability.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { adviseOnSessions } from "../../db/database.ts";
import { listMigrationNames } from "../../db/migrate.ts";
import { listCopies } from "../../db/presence.ts";
import { mayRewriteHistory } from "../../db/roles.ts";
import { listPaymentAlerts } from "../../payments/payment-alerts.ts";
import { checkRules } from "../../reconciliation/check-rules.ts";
import { compareMoney } from "../../reconciliation/compare-money.ts";
import type { Violation } from "../../reconciliation/rules/rule.ts";
import { findRunState } from "../../reconciliation/run-queries.ts";
import { askForTroubles } from "../alerts/find-troubles.ts";
import { examineSetup } from "./examine-setup.ts";

type Finding = {
  /** broken: something is wrong. waiting: a person must act. */
  verdict: "broken" | "waiting" | "fine";
  text: string;
  details: string[];
};

export type Examination = { findings: Finding[]; isHealthy: boolean };

const OVERDUE_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DETAILS_MAX = 5;

/** Healthy: no finding is `broken`. */
export async function examineShop(shop: Shop): Promise<Examination> {
  const migrations = await examineMigrations(shop);
  if (migrations.verdict === "broken") return { findings: [migrations], isHealthy: false };
  const violations = await checkRules(shop, "whole");
  const compared = await compareMoney(shop, "day", new AbortController().signal);
  const findings = [
    migrations,
    compared.ok
      ? fine(`The payment provider (${shop.payments.mode}) answers; the last day's payments were compared`)
      : broken(`The payment provider does not respond: ${compared.message}`),
    ...violations.map(toFinding),
    ...(await examineCopies(shop)),
    ...(violations.length === 0 ? [fine("The shop's records are consistent (I1 to I11)")] : []),
    await examineRuns(shop),
    ...(await examineProxy(shop)),
    ...(await examineRights(shop)),
    ...(await examineDurability(shop)),
    ...(await examineWaiting(shop)),
    ...(await examineSetup(shop)).map(({ name, verdict, text, fix }) => ({
      verdict,
      text: `${name}: ${text}`,
      details:
        fix === null ? [] : [fix.to === null ? fix.label : `${fix.label}: ${shop.env.publicUrl}${fix.to}`],
    })),
  ];
  return { findings, isHealthy: findings.every((finding) => finding.verdict !== "broken") };
}

/** One line per finding, its details indented below. */
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

function toFinding({ id, problem, rows }: Violation): Finding {
  return broken(
    `${id}: ${problem}`,
    rows.slice(0, DETAILS_MAX).map((row) => JSON.stringify(row)),
  );
}

async function examineMigrations(shop: Shop): Promise<Finding> {
  const { known, applied } = await listMigrationNames(shop.db);
  const missing = known.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !known.includes(name));
  if (missing.length > 0) return broken("Migrations are missing; start the shop once to apply them", missing);
  if (newer.length > 0) return broken("The database was migrated by a newer version of the shop", newer);
  return fine(`The database is up to date (${applied.at(-1) ?? "empty"})`);
}

/** When the running shop last checked everything. */
async function examineRuns({ db, payments }: Shop): Promise<Finding> {
  const { wholeAt, failing } = await findRunState(db, payments.publishableKey);
  const text =
    wholeAt === null
      ? "The running shop has not yet checked all of its records"
      : `The running shop checked all of its records at ${wholeAt}`;
  return failing === null
    ? fine(text)
    : { verdict: "waiting", text, details: [`It has failed since ${failing.since}: ${failing.error}`] };
}

/** Whether the shop can tell visitors apart: by its settings, and by what requests of the last day showed. */
async function examineProxy(shop: Shop): Promise<Finding[]> {
  const missing = missingProxySetup(shop.env);
  const notes = await listProxyNotes(shop, new Date(shop.clock() - DAY_MS));
  const details = missing === null ? notes : [missing, ...notes];
  return details.length > 0 ? [waiting("The shop may not be able to tell visitors apart", details)] : [];
}

/** A shop that takes money on PostgreSQL should run as a role that can't rewrite its history. */
async function examineRights({ env, db }: Shop): Promise<Finding[]> {
  if (env.mode !== "live" || env.databaseUrl === null) return [];
  if (!(await mayRewriteHistory(db))) return [fine("The shop's database role can only add to its history")];
  return [
    {
      verdict: "waiting",
      text: "The shop's database role could change or empty the activity log; run it as a role of its own (DATABASE_URL_OWNER)",
      details: [],
    },
  ];
}

/** Whether PostgreSQL keeps what it has confirmed; the embedded database is for demos. */
async function examineDurability({ env, db }: Shop): Promise<Finding[]> {
  const unsafe = env.databaseUrl === null ? [] : await listUnsafeSettings(db);
  return unsafe.length > 0 ? [waiting("A power cut may lose orders", unsafe)] : [];
}

/** The copies on a PostgreSQL; the embedded database has only this one. */
async function examineCopies(shop: Shop): Promise<Finding[]> {
  if (shop.env.databaseUrl === null) return [];
  const advice = await adviseOnSessions(shop.db);
  const copies = await listCopies(shop.db);
  const details = copies.map(({ name, works }) => (works ? `${name}, runs the worker's tasks` : name));
  return [
    ...advice.map(({ title, text }) => waiting(title, [text])),
    { ...fine(`Running copies of the shop: ${copies.length}`), details },
  ];
}

/** Work that waits for a person, or has waited too long. */
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
      text: "Some emails could not be sent",
      ask: sql`select unique_key || ': ' || coalesce(last_error, '') as text from outbox
        where dead_at is not null and dismissed_at is null order by id`,
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
      findings.push(
        waiting(
          text,
          rows.map((row) => row.text),
        ),
      );
  }
  for (const trouble of await askForTroubles(shop)) {
    findings.push(formatTrouble(trouble));
  }
  const alerts = await listPaymentAlerts(shop);
  if (alerts.length > 0) {
    const details = alerts.map(({ intentId, reason, amount }) => `${intentId}: ${reason}, ${amount} cents`);
    findings.push(waiting("Payments without an order", details));
  }
  return findings.length > 0 ? findings : [fine("Nothing needs your attention")];
}

function formatTrouble(trouble: Trouble): Finding {
  switch (trouble.kind) {
    case "mails":
      return broken(
        `No email has gone out since ${trouble.since}; ${formatLateEmails(trouble)}. ${trouble.isPasswordRefused ? "The mail server rejects the user name or password in SMTP_URL" : "Check SMTP_URL and the mail server"}`,
      );
    case "refused_mails":
      return broken(
        `Emails to ${trouble.customers} customers have not gone out since ${trouble.since}, while others do: ${trouble.error}`,
      );
    case "webhook":
      return broken(
        `The provider's events have not reached the shop since ${trouble.since}: ${trouble.error ?? "orders are paid without one; check the endpoint at the provider, and its signing secret"}`,
      );
    case "backups":
      return broken(
        `No backup has been made since ${trouble.since}: ${trouble.error ?? "no attempt was made"}`,
      );
    case "restore_test":
      return broken(`The restore test of ${trouble.since} failed: ${trouble.error}`);
    case "money":
      return broken(`Differences that the money check found: ${trouble.count}; see /admin/money`);
    default:
      return unreachable(trouble);
  }
}

function waiting(text: string, lines: string[]): Finding {
  const more = lines.length - DETAILS_MAX;
  const details = more > 0 ? [...lines.slice(0, DETAILS_MAX), `… and ${more} more`] : lines;
  return { verdict: "waiting", text: `${text}: ${lines.length}`, details };
}
