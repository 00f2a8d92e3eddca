// What the doctor says of everything around the books: keys, mail, address, clock, disk, settings, shelves. It only reads
// what is written down already, so the page costs no call to anybody.
import { statfs } from "node:fs/promises";
import { type Trouble, tellLateMails } from "#domain/alerts/trouble.ts";
import { BACKUP_LATE_MS, tellBytes } from "#domain/backups/backup.ts";
import { agoText, type Check, type Fix, type Verdict } from "#domain/doctor/check.ts";
import { tellTax } from "#domain/doctor/tell-tax.ts";
import { adminProductSearchText, samplesOnSale } from "#domain/product/admin-product-search.ts";
import { CHECK_LATE_MS } from "#domain/reconciliation/money-figures.ts";
import { legalPages, legalPageTitles } from "#domain/settings/legal-text.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { tellMoment, zoneNameAt } from "#domain/text/dates.ts";
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
/** The shop was written later than this. */
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
      ? line("Legal pages", "fine", "All texts are your own.")
      : line(
          "Legal pages",
          "waiting",
          `${drafts.map((name) => legalPageTitles[name]).join(", ")}: still the text that came with the shop.`,
          page("Read and change it", "/admin/settings/legal"),
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
const page = (label: string, to: string): Fix => ({ label, to });
const outside = (label: string): Fix => ({ label, to: null });

function payments({ env, payments: { mode } }: Shop): Check {
  if (mode === "sandbox") {
    const text = "The payment sandbox stands in for Stripe. No real card is charged.";
    return line(
      "Payments",
      "waiting",
      text,
      outside("For real money set the three STRIPE_… variables and restart"),
    );
  }
  return env.stripe?.secretKey.includes("_live_")
    ? line("Payments", "fine", "Stripe's live keys are set: cards are charged.")
    : line(
        "Payments",
        "waiting",
        "Stripe's test keys are set: no card is charged.",
        outside("Set the live keys and restart"),
      );
}

function webhook(
  { clock, env }: Shop,
  { proof, facts, troubles }: { proof: WebhookProof | null; facts: Facts; troubles: Trouble[] },
): Check {
  const name = "News from Stripe";
  const last =
    facts.eventAt === null
      ? "No event has come in yet."
      : `The last event came in ${agoText(clock() - Date.parse(facts.eventAt))}.`;
  const own = tellOwnCall(proof, clock());
  const unannounced = troubles.find((trouble) => trouble.kind === "webhook" && trouble.error === null);
  const endpoint = outside(
    `At Stripe, see that events go to ${env.publicUrl}/webhooks/stripe, and that the signing secret there is the shop's STRIPE_WEBHOOK_SECRET`,
  );
  if (unannounced !== undefined) {
    const first = agoText(clock() - Date.parse(unannounced.since));
    const text = `Orders are paid without an event, the first of them ${first}. ${last} ${own} Orders are still found by asking Stripe.`;
    return line(name, "broken", text, endpoint);
  }
  const hasStopped = proof !== null && proof.failing !== null && proof.provenAt !== null;
  if (facts.unannounced > 0 && !hasStopped) {
    const orders = facts.unannounced === 1 ? "One order was" : `${facts.unannounced} orders were`;
    return line(
      name,
      "waiting",
      `${orders} paid in the last day without an event. ${last} Orders are still found by asking Stripe.`,
      endpoint,
    );
  }
  const text = `${own} ${last}`;
  if (proof === null) return line(name, "waiting", text, outside("'Check Now' tries it"));
  if (proof.failing === null) return line(name, "fine", text);
  const fix = outside(
    `Let Stripe send events to ${env.publicUrl}/webhooks/stripe, and let the proxy pass them on`,
  );
  return line(name, hasStopped ? "broken" : "waiting", text, fix);
}

function tellOwnCall(proof: WebhookProof | null, now: number): string {
  if (proof === null) return "The shop's own address was not tried yet.";
  const tried = agoText(now - Date.parse(proof.calledAt));
  return proof.failing === null
    ? `A signed event to the shop's own address was answered ${tried}.`
    : `A signed event to the shop's own address failed ${tried}: ${proof.failing.error}.`;
}

function mail(shop: Shop, { facts, troubles }: { facts: Facts; troubles: Trouble[] }): Check {
  const { mailAt, failedMails } = facts;
  const host = smtpHostOf(shop.env);
  const last =
    mailAt === null
      ? "No mail was sent yet."
      : `The last mail went out ${agoText(shop.clock() - Date.parse(mailAt))}.`;
  const test = page("Send a test mail", "/admin/settings/mail");
  for (const trouble of troubles) {
    if (trouble.kind === "mails")
      return line(
        "Mail",
        "broken",
        `${trouble.isPasswordRefused ? "The mail server refuses the user name or password in SMTP_URL" : "No mail goes out"}: ${tellLateMails(trouble)}. ${last}`,
        test,
      );
    if (trouble.kind === "refused_mails") {
      const text = `Those to ${trouble.customers} customers can't go out: ${trouble.error}. ${last}`;
      return line("Mail", "broken", text, outside("Ask your mail provider why it refuses them"));
    }
  }
  if (failedMails > 0) {
    const text = `${failedMails} could not be delivered and were given up. ${last}`;
    return line("Mail", "waiting", text, page("Look at them", "/admin/mails"));
  }
  if (host === null) {
    return line(
      "Mail",
      "waiting",
      `Mails stay in the mailbox of the demo. ${last}`,
      outside("Set SMTP_URL and restart"),
    );
  }
  return facts.mailTakenBy === host
    ? line("Mail", "fine", last)
    : line("Mail", "waiting", `It is not known yet that ${host} takes mails. ${last}`, test);
}

function address({ env }: Shop): Check {
  const { hostname, protocol } = new URL(env.publicUrl);
  if (isLoopbackName(hostname)) {
    const text = `${env.publicUrl} is this machine: nobody else can reach the shop.`;
    return line("Address", "waiting", text, outside("Set PUBLIC_URL to the shop's own address and restart"));
  }
  return protocol === "https:"
    ? line("Address", "fine", `${env.publicUrl}, encrypted.`)
    : line(
        "Address",
        "broken",
        `${env.publicUrl} is not encrypted.`,
        outside("Put a proxy with https in front and set PUBLIC_URL"),
      );
}

/** The embedded database has this machine's clock, and so may a PostgreSQL; Stripe's is another one. */
function clock(shop: Shop, timeZone: string, { databaseTime, readAt }: Facts): Check {
  const name = "Clock";
  const isEmbedded = shop.env.databaseUrl === null;
  const now = shop.clock();
  const at = new Date(now);
  const told = tellMoment(at.toISOString(), timeZone, "date and time");
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
    const text = `${env.dataDir} can't be looked at.`;
    return line("Disk", "waiting", text, outside("Check that the folder is there (DATA_DIR)"));
  }
  const free = found.bavail * found.bsize;
  const text = `${tellBytes(free)} are free for the shop's folder.`;
  const fix = outside("Make room, or move the folder (DATA_DIR)");
  if (free < FREE_BROKEN) return line("Disk", "broken", text, fix);
  return free < FREE_LOW ? line("Disk", "waiting", text, fix) : line("Disk", "fine", text);
}

function backups({ clock }: Shop, state: BackupState): Check[] {
  const open = page("Open the backups", "/admin/backups");
  const { lastAt, since, error, storeError, testedAt, testError, testRows } = state;
  const age = clock() - Date.parse(lastAt ?? since);
  const last =
    lastAt === null
      ? "None was made yet; the first is made tonight."
      : `The last one was made ${agoText(age)}${state.bytes === null ? "" : ` (${tellBytes(state.bytes)})`}.`;
  const why = error === null ? "" : ` The last try failed: ${error}.`;
  const isGood = lastAt !== null && error === null && storeError === null;
  const away = storeError === null ? "" : ` Its copy is not in the S3 store: ${storeError}.`;
  const verdict: Verdict = age >= BACKUP_LATE_MS ? "broken" : isGood ? "fine" : "waiting";
  const made = line("Backups", verdict, `${last}${why}${away}`, verdict === "fine" ? null : open);
  const name = "Restore test";
  if (testedAt === null) {
    const text = "No backup was restored in a test yet; that is done each week.";
    return [made, line(name, "waiting", text, open)];
  }
  const tried = agoText(clock() - Date.parse(testedAt));
  return [
    made,
    testError === null
      ? line(
          name,
          "fine",
          `A backup was restored ${tried}, and all its ${(testRows ?? 0).toLocaleString("en-US")} rows were there.`,
        )
      : line(name, "broken", `A backup could not be restored ${tried}: ${testError}.`, open),
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
  if (until === null) return line("Money", "waiting", "It was not compared with Stripe yet.", check);
  const age = clock() - Date.parse(until);
  const last = `Stripe and the books were compared ${agoText(age)}.`;
  const differing = open - brokenRules;
  if (differing > 0) {
    const text = `${differing} ${differing === 1 ? "payment or refund does" : "payments or refunds do"} not match. ${last}`;
    return line("Money", "broken", text, check);
  }
  return age < CHECK_LATE_MS
    ? line("Money", "fine", `No payment or refund differs. ${last}`)
    : line("Money", "waiting", `${last} The shop does that every hour.`, check);
}

function salesTax({ tax }: StoreSettings): Check {
  const { text, isBorne } = tellTax(tax);
  return isBorne
    ? line("Sales tax", "fine", text)
    : line("Sales tax", "waiting", text, page("Set the tax", "/admin/settings?section=tax"));
}

function sampleProducts({ payments: { mode } }: Shop, { samplesOnSale: count }: Facts): Check {
  if (count === 0) return line("Sample products", "fine", "None is on sale.");
  const text = `${count} ${count === 1 ? "is" : "are"} on sale.`;
  const fix = page("Archive them", `/admin/products${adminProductSearchText(samplesOnSale)}`);
  return line("Sample products", mode === "live" ? "broken" : "waiting", text, fix);
}

function sizes({ lowSizes, emptyProducts }: Facts): Check {
  const low = `${lowSizes === 0 ? "No size is" : lowSizes === 1 ? "1 is" : `${lowSizes} are`} low or sold out.`;
  if (emptyProducts === 0 && lowSizes === 0) return line("Sizes", "fine", low);
  const empty = emptyProducts === 1 ? "1 active product has" : `${emptyProducts} active products have`;
  const text = emptyProducts === 0 ? low : `${low} ${empty} nothing left at all.`;
  const where = lowSizes > 0 ? "/admin/inventory?show=low" : "/admin/products?tab=active&sort=stock-low";
  return line("Sizes", "waiting", text, page("See which", where));
}
