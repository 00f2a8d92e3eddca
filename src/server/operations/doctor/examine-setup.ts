// Health checks of everything around the books: keys, email, address, clock, disk, settings, stock. It only reads
// stored data, so the page makes no outside calls.
import { statfs } from "node:fs/promises";
import { formatLateEmails, type Trouble } from "#domain/alerts/trouble.ts";
import { BACKUP_LATE_MS, formatBytes } from "#domain/backups/backup.ts";
import { agoText, type Check, type Fix, type Verdict } from "#domain/doctor/check.ts";
import { formatTaxCheck } from "#domain/doctor/format-tax-check.ts";
import { adminProductSearchText, samplesOnSale } from "#domain/product/admin-product-search.ts";
import { CHECK_LATE_MS } from "#domain/reconciliation/money-figures.ts";
import { legalPages, legalPageTitles } from "#domain/settings/legal-text.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { formatMoment, zoneNameAt } from "#domain/text/dates.ts";
import { isLoopbackName } from "../../core/loopback-name.ts";
import type { Shop } from "../../core/shop.ts";
import { smtpHostOf } from "../../mail/mail-setup.ts";
import { readingOf } from "../../reconciliation/pairs.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { findTroubles } from "../alerts/find-troubles.ts";
import { readWebhookProof, type WebhookProof } from "../alerts/own-webhook.ts";
import { EVENT_LATE_MS } from "../alerts/unannounced-orders.ts";
import type { BackupState } from "../backups/backup-state.ts";
import { type Facts, findFacts } from "./doctor-queries.ts";

const MEGABYTE = 1024 * 1024;
const FREE_BROKEN = 200 * MEGABYTE;
const FREE_LOW = 1024 * MEGABYTE;
/** The shop was written after this date. */
const CLOCK_BEFORE = Date.UTC(2026, 0, 1);
const CLOCK_OFF_MS = 5_000;

export async function examineSetup(shop: Shop): Promise<Check[]> {
  const { settings, legalTexts, profile } = await loadConfiguration(shop);
  const before = new Date(shop.clock() - EVENT_LATE_MS);
  const facts = await findFacts(shop.db, { before, now: shop.clock(), reading: readingOf(shop) });
  const proof = readWebhookProof(facts.webhook);
  const troubles = await findTroubles(shop);
  const drafts = legalPages.filter((page) => legalTexts[page] === undefined);
  return [
    payments(shop),
    webhook(shop, { proof, facts, troubles }),
    mail(shop, { facts, troubles }),
    address(shop),
    clock(shop, profile.timeZone, facts),
    await disk(shop),
    ...backups(shop, facts.backups),
    books(shop, facts),
    money(shop, facts),
    salesTax(settings),
    drafts.length === 0
      ? line("Legal pages", "fine", "All texts are yours.")
      : line(
          "Legal pages",
          "waiting",
          `${drafts.map((name) => legalPageTitles[name]).join(", ")}: still the default text.`,
          page("Review", "/admin/settings/legal"),
        ),
    sampleProducts(shop, facts),
    sizes(facts),
  ];
}

const line = (name: string, verdict: Verdict, text: string, fix: Fix | null = null): Check => ({
  name,
  verdict,
  text,
  fix,
});
/** It is so until the shop goes live. */
const demo = (check: Check): Check => ({ ...check, isDemo: true });
const page = (label: string, to: string): Fix => ({ label, to });
const outside = (label: string): Fix => ({ label, to: null });

function payments({ env, payments: { mode } }: Shop): Check {
  if (mode === "sandbox") {
    const text = "Demo payments only. No real card is charged.";
    return demo(line("Payments", "waiting", text, outside("Set the three STRIPE_… variables and restart")));
  }
  return env.stripe?.secretKey.includes("_live_")
    ? line("Payments", "fine", "Stripe charges real cards.")
    : line(
        "Payments",
        "waiting",
        "Stripe is in test mode. No real card is charged.",
        outside("Set the live keys and restart"),
      );
}

function webhook(
  { clock, env, payments: { mode } }: Shop,
  { proof, facts, troubles }: { proof: WebhookProof | null; facts: Facts; troubles: Trouble[] },
): Check {
  const name = "Stripe events";
  const last =
    facts.eventAt === null
      ? "No event received yet."
      : `Last event: ${agoText(clock() - Date.parse(facts.eventAt))}.`;
  const own = formatOwnCall(proof, clock());
  const unannounced = troubles.find((trouble) => trouble.kind === "webhook" && trouble.error === null);
  const endpoint = outside(
    `In Stripe, send events to ${env.publicUrl}/webhooks/stripe and check that STRIPE_WEBHOOK_SECRET is its signing secret`,
  );
  if (unannounced !== undefined) {
    const first = agoText(clock() - Date.parse(unannounced.since));
    const text = `Stripe has not notified the shop of paid orders since ${first}. ${last} ${own} The shop still finds orders by asking Stripe.`;
    return line(name, "broken", text, endpoint);
  }
  const hasStopped = proof !== null && proof.failing !== null && proof.provenAt !== null;
  if (facts.unannounced > 0 && !hasStopped) {
    const orders = facts.unannounced === 1 ? "1 order was" : `${facts.unannounced} orders were`;
    return line(
      name,
      "waiting",
      `${orders} paid in the last day without an event. ${last} The shop still finds orders by asking Stripe.`,
      endpoint,
    );
  }
  const text = `${own} ${last}`;
  if (proof === null) {
    const untested = line(name, "waiting", text, outside("Press Check Now to test it"));
    return mode === "sandbox" ? demo(untested) : untested;
  }
  if (proof.failing === null) return line(name, "fine", text);
  const fix = outside(
    `In Stripe, send events to ${env.publicUrl}/webhooks/stripe, and let your proxy forward them`,
  );
  return line(name, hasStopped ? "broken" : "waiting", text, fix);
}

function formatOwnCall(proof: WebhookProof | null, now: number): string {
  if (proof === null) return "Not tested yet.";
  const tried = agoText(now - Date.parse(proof.calledAt));
  return proof.failing === null
    ? `Test event received ${tried}.`
    : `Test event failed ${tried}: ${proof.failing.error}.`;
}

function mail(shop: Shop, { facts, troubles }: { facts: Facts; troubles: Trouble[] }): Check {
  const { mailAt, failedMails } = facts;
  const host = smtpHostOf(shop.env);
  const last =
    mailAt === null ? "No email sent yet." : `Last email sent ${agoText(shop.clock() - Date.parse(mailAt))}.`;
  const test = page("Send a test email", "/admin/settings/mail");
  for (const trouble of troubles) {
    if (trouble.kind === "mails")
      return line(
        "Email",
        "broken",
        `${trouble.isPasswordRefused ? "The mail server rejects the user name or password in SMTP_URL" : "Emails aren't going out"}: ${formatLateEmails(trouble)}. ${last}`,
        test,
      );
    if (trouble.kind === "refused_mails") {
      const text = `Emails to ${trouble.customers} customers were refused: ${trouble.error}. ${last}`;
      return line("Email", "broken", text, outside("Ask your email provider why"));
    }
  }
  if (failedMails > 0) {
    const text = `${failedMails === 1 ? "1 email" : `${failedMails} emails`} could not be delivered. ${last}`;
    return line("Email", "waiting", text, page("See failed emails", "/admin/mails"));
  }
  if (host === null) {
    const text = `Emails stay in the demo mailbox. ${last}`;
    return demo(line("Email", "waiting", text, outside("Set SMTP_URL and restart")));
  }
  return facts.emailAcceptedBy === host
    ? line("Email", "fine", last)
    : line("Email", "waiting", `${host} has not accepted an email yet. ${last}`, test);
}

function address({ env }: Shop): Check {
  const { hostname, protocol } = new URL(env.publicUrl);
  if (isLoopbackName(hostname)) {
    const text = `${env.publicUrl} only works on this machine.`;
    return demo(line("Address", "waiting", text, outside("Set PUBLIC_URL to your domain and restart")));
  }
  return protocol === "https:"
    ? line("Address", "fine", `${env.publicUrl}, encrypted.`)
    : line(
        "Address",
        "broken",
        `${env.publicUrl} is not encrypted.`,
        outside("Put an https proxy in front and set PUBLIC_URL"),
      );
}

/** The embedded database uses this machine's clock, and PostgreSQL may, too; Stripe's is independent. */
function clock(shop: Shop, timeZone: string, { databaseTime, readAt }: Facts): Check {
  const name = "Clock";
  const isEmbedded = shop.env.databaseUrl === null;
  const now = shop.clock();
  const at = new Date(now);
  const told = formatMoment(at.toISOString(), timeZone, "date and time");
  const own = `This machine's clock says ${told} ${zoneNameAt(timeZone, at)}`;
  const mend = outside("Turn on time synchronization (NTP)");
  if (isEmbedded && now < CLOCK_BEFORE) return line(name, "broken", `${own}.`, mend);
  const off = isEmbedded ? 0 : Math.abs(databaseTime - readAt);
  if (off > CLOCK_OFF_MS) {
    const text = `This machine and the database differ by ${Math.round(off / 1000)} seconds.`;
    return line(name, "broken", text, outside("Turn on time synchronization (NTP) on both"));
  }
  // The sandbox runs on this machine.
  const ahead = shop.payments.mode === "live" ? shop.payments.clockOff() : null;
  if (ahead !== null && Math.abs(ahead) > CLOCK_OFF_MS) {
    const seconds = Math.round(Math.abs(ahead) / 1000);
    const text = `This machine's clock is ${seconds} seconds ${ahead > 0 ? "ahead of" : "behind"} Stripe's.`;
    return line(name, "broken", text, mend);
  }
  if (isEmbedded) return line(name, "fine", ahead === null ? `${own}.` : `${own}, as Stripe's does.`);
  return line(
    name,
    "fine",
    `This machine and the database agree${ahead === null ? "" : ", and so does Stripe"}.`,
  );
}

async function disk({ env }: Shop): Promise<Check> {
  const found = await statfs(env.dataDir).catch(() => null);
  if (found === null) {
    const text = `${env.dataDir} can't be read.`;
    return line("Disk", "waiting", text, outside("Check that the folder exists (DATA_DIR)"));
  }
  const free = found.bavail * found.bsize;
  const text = `${formatBytes(free)} free.`;
  const fix = outside("Free up space, or move the folder (DATA_DIR)");
  if (free < FREE_BROKEN) return line("Disk", "broken", text, fix);
  return free < FREE_LOW ? line("Disk", "waiting", text, fix) : line("Disk", "fine", text);
}

function backups({ clock }: Shop, state: BackupState): Check[] {
  const open = page("Open backups", "/admin/backups");
  const { lastAt, since, error, storeError, testedAt, testError, testRows } = state;
  const age = clock() - Date.parse(lastAt ?? since);
  const last =
    lastAt === null
      ? "None yet; the first runs tonight."
      : `Last backup ${agoText(age)}${state.bytes === null ? "" : ` (${formatBytes(state.bytes)})`}.`;
  const why = error === null ? "" : ` The last attempt failed: ${error}.`;
  const isGood = lastAt !== null && error === null && storeError === null;
  const away = storeError === null ? "" : ` Its copy in the S3 store is missing: ${storeError}.`;
  const verdict: Verdict = age >= BACKUP_LATE_MS ? "broken" : isGood ? "fine" : "waiting";
  const made = line("Backups", verdict, `${last}${why}${away}`, verdict === "fine" ? null : open);
  const name = "Restore test";
  if (testedAt === null)
    return [
      made,
      lastAt === null
        ? line(name, "fine", "Runs weekly, once there is a backup.")
        : line(name, "waiting", "Not run yet.", open),
    ];
  const tried = agoText(clock() - Date.parse(testedAt));
  return [
    made,
    testError === null
      ? line(name, "fine", `Passed ${tried}: all ${(testRows ?? 0).toLocaleString("en-US")} rows restored.`)
      : line(name, "broken", `Failed ${tried}: ${testError}.`, open),
  ];
}

function books({ clock }: Shop, { brokenRules, money: { run } }: Facts): Check {
  const wholeAt = run?.wholeAt ?? null;
  const checked =
    wholeAt === null
      ? "First full check in progress."
      : `Last full check: ${agoText(clock() - Date.parse(wholeAt))}.`;
  return brokenRules === 0
    ? line("Books", "fine", `Payments, orders, refunds and stock agree. ${checked}`)
    : line(
        "Books",
        "broken",
        `${brokenRules === 1 ? "One rule is" : `${brokenRules} rules are`} broken. ${checked}`,
        page("Open the money check", "/admin/money"),
      );
}

function money({ clock }: Shop, { money: { run, open }, brokenRules }: Facts): Check {
  const check = page("Open the money check", "/admin/money");
  if (run?.failing) {
    const since = agoText(clock() - Date.parse(run.failing.since));
    return line("Money", "waiting", `Not checked, first ${since}: ${run.failing.error}`, check);
  }
  const until = run?.comparedUntil ?? null;
  if (until === null) return line("Money", "waiting", "Not compared with Stripe yet.", check);
  const age = clock() - Date.parse(until);
  const last = `Last compared with Stripe ${agoText(age)}.`;
  const differing = open - brokenRules;
  if (differing > 0) {
    const text = `${differing} ${differing === 1 ? "payment or refund does" : "payments or refunds do"} not match. ${last}`;
    return line("Money", "broken", text, check);
  }
  return age < CHECK_LATE_MS
    ? line("Money", "fine", `All payments and refunds match. ${last}`)
    : line("Money", "waiting", `${last} This runs every hour.`, check);
}

function salesTax({ tax }: StoreSettings): Check {
  const { text, isBorne } = formatTaxCheck(tax);
  return isBorne
    ? line("Sales tax", "fine", text)
    : line("Sales tax", "waiting", text, page("Set the tax", "/admin/settings?section=tax"));
}

function sampleProducts({ payments: { mode } }: Shop, { samplesOnSale: count }: Facts): Check {
  if (count === 0) return line("Sample products", "fine", "None on sale.");
  const text = `${count} on sale.`;
  const fix = page("Archive them", `/admin/products${adminProductSearchText(samplesOnSale)}`);
  return line("Sample products", mode === "live" ? "broken" : "waiting", text, fix);
}

function sizes({ lowSizes, emptyProducts }: Facts): Check {
  const low = `${lowSizes === 0 ? "No size" : lowSizes === 1 ? "1 size" : `${lowSizes} sizes`} low or sold out.`;
  if (emptyProducts === 0 && lowSizes === 0) return line("Sizes", "fine", low);
  const empty = emptyProducts === 1 ? "1 active product is" : `${emptyProducts} active products are`;
  const text = emptyProducts === 0 ? low : `${low} ${empty} sold out completely.`;
  const where = lowSizes > 0 ? "/admin/inventory?show=low" : "/admin/products?tab=active&sort=stock-low";
  return line("Sizes", "waiting", text, page("See them", where));
}
