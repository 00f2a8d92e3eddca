// What a shop of either mode must not start without. Live mode takes real money, so everything that a paid order needs
// has to be there: payments, email, an encrypted address, an owner. Demo mode shows every customer's email and order to
// anyone who opens it, so it stays on this machine unless the owner allows others to see it.
import type { Environment } from "./env.ts";
import { isLoopbackName } from "./loopback-name.ts";

export const DEFAULT_ADMIN_EMAIL = "admin@example.com";
/** The example in the documentation, which is public. */
const EXAMPLE_PASSWORD = "change-me-please";

/** Adds what is wrong to `problems`. */
export function checkMode(env: Environment, problems: string[]): void {
  if (env.stripe) checkKeys(env.stripe, problems);
  if (env.mode === "live") checkLive(env, problems);
  else checkDemo(env, problems);
}

function checkKeys(stripe: NonNullable<Environment["stripe"]>, problems: string[]): void {
  const shapes: [string, string, RegExp, string][] = [
    ["STRIPE_SECRET_KEY", stripe.secretKey, /^[sr]k_(test|live)_/, "sk_live_… or rk_live_…"],
    ["STRIPE_PUBLISHABLE_KEY", stripe.publishableKey, /^pk_(test|live)_/, "pk_live_…"],
    [
      "STRIPE_WEBHOOK_SECRET",
      stripe.webhookSecret,
      /^whsec_/,
      "whsec_…, as the webhook's page at Stripe shows it",
    ],
  ];
  for (const [name, value, shape, looks] of shapes) {
    if (value !== "" && !shape.test(value)) problems.push(`${name} must look like ${looks}`);
  }
  const isLive = (key: string) => key.includes("_live_");
  const areBothThere = stripe.secretKey !== "" && stripe.publishableKey !== "";
  if (areBothThere && isLive(stripe.secretKey) !== isLive(stripe.publishableKey)) {
    problems.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are from different modes (test and live)");
  }
}

function checkLive(env: Environment, problems: string[]): void {
  const { hostname, protocol } = new URL(env.publicUrl);
  if (!env.stripe) {
    problems.push(
      "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: live mode has no sandbox",
    );
  }
  if (env.databaseUrl === null)
    problems.push(
      "DATABASE_URL is missing: live mode keeps its orders in PostgreSQL. Start one with the shop: docker compose up --detach. Or make one on Debian: sudo apt install postgresql && sudo -u postgres createuser --pwprompt shop && sudo -u postgres createdb --owner=shop shop",
    );
  if (env.smtpUrl === null)
    problems.push("SMTP_URL is missing: customers would get no confirmation and no link to their order");
  if (env.mailFrom === null)
    problems.push(
      "MAIL_FROM is missing: the address that emails come from, e.g. Golf Pro Shop <orders@shop.example>",
    );
  if (protocol !== "https:" && !isLoopbackName(hostname))
    problems.push("PUBLIC_URL must begin with https:// in live mode");
  if (env.adminPassword === EXAMPLE_PASSWORD)
    problems.push("ADMIN_PASSWORD is the documented example: choose your own");
  if (env.adminEmail === DEFAULT_ADMIN_EMAIL)
    problems.push("ADMIN_EMAIL is missing: live mode has no default admin");
  else if (!/^[^\s@]+@[^\s@]+$/.test(env.adminEmail))
    problems.push("ADMIN_EMAIL must be an email address: the owner signs in with it and gets alerts at it");
}

function checkDemo(env: Environment, problems: string[]): void {
  if (env.stripe?.secretKey.includes("_live_"))
    problems.push(
      "STRIPE_SECRET_KEY is a live key: a demo takes no real money. Leave out SHOP_MODE, or use test keys",
    );
  if (env.isPublicDemo) {
    if (env.adminPassword === EXAMPLE_PASSWORD)
      problems.push("ADMIN_PASSWORD is the documented example: choose your own for a public demo");
    return;
  }
  const { hostname } = new URL(env.publicUrl);
  const reachable = [
    ...(isLoopbackName(env.host) ? [] : [`HOST=${env.host}`]),
    ...(isLoopbackName(hostname) ? [] : [`PUBLIC_URL=${env.publicUrl}`]),
  ];
  if (reachable.length === 0) return;
  problems.push(
    `${reachable.join(" and ")} would let others reach this demo, where anyone can read all emails and orders. To sell, run it live: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, SMTP_URL and MAIL_FROM. To show a demo to others, set PUBLIC_DEMO=on: the mailbox and the sandbox then ask for the owner's sign-in`,
  );
}
