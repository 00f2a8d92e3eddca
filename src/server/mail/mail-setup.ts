import type { Environment } from "../core/env.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { saveFact } from "../db/facts.ts";
import { inTransaction } from "../db/transaction.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { findTestEmail, type TestEmail } from "../settings/queries.ts";
import { queueMail } from "./queue-mail.ts";

/** The host of the mail server that last accepted an email. */
export const MAIL_TAKEN_FACT = "mail.taken_by";
const TAKEN_NOTED_EVERY_MS = 60_000;

export type EmailSetup = {
  /** Host of the mail server, never user name and password; null when emails go to the dev mailbox. */
  smtpHost: string | null;
  mailFrom: string | null;
  /** Whether this shop serves the dev mailbox. */
  hasMailbox: boolean;
  lastTest: TestEmail | null;
};

/** How the environment configures email, and the result of the latest test. */
export async function loadMailSetup(shop: Shop): Promise<EmailSetup> {
  const { smtpUrl, mailFrom, mode } = shop.env;
  return {
    smtpHost: smtpHostOf(shop.env),
    mailFrom,
    hasMailbox: smtpUrl === null && mode === "demo",
    lastTest: await findTestEmail(shop.db),
  };
}

/** Host of the mail server, never user name and password; null when emails go to the dev mailbox. */
export function smtpHostOf({ smtpUrl }: Pick<Environment, "smtpUrl">): string | null {
  return smtpUrl !== null && URL.canParse(smtpUrl) ? new URL(smtpUrl).host : smtpUrl && "configured";
}

/** Records, at most once a minute, which mail server accepted an email. The dev mailbox doesn't count. */
export async function recordEmailAccepted(
  shop: Pick<Shop, "db" | "clock" | "env" | "memory">,
): Promise<void> {
  const [host, known] = [smtpHostOf(shop.env), shop.memory.emailAccepted];
  const isKnown = known?.host === host && Math.abs(shop.clock() - known.at) < TAKEN_NOTED_EVERY_MS;
  if (host === null || isKnown) return;
  await saveFact(shop.db, { name: MAIL_TAKEN_FACT, value: host, now: nowOf(shop) });
  shop.memory.emailAccepted = { host, at: shop.clock() };
}

/** Queues a test email to the owner, in the outbox like every other email. */
export async function queueTestMail(shop: Shop, { to }: { to: string }): Promise<void> {
  const uniqueKey = `test_mail:${shop.newId()}`;
  const now = nowOf(shop);
  await inTransaction(shop, async (tx) => {
    await queueMail(tx, { kind: "test_mail", uniqueKey, to, payload: {}, now });
    await insertAudit(tx, { actor: to, action: "mail.test_sent", object: uniqueKey, after: { to } }, now);
  });
  shop.wakeWorker("mails");
}
