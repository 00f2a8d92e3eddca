import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { findTestMail, type TestMail } from "../settings/queries.ts";
import { nowOf, type Shop } from "../shop.ts";
import { queueMail } from "./queue-mail.ts";

export type MailSetup = {
  /** Host of the mail server, never user name and password; null when mails go to the dev mailbox. */
  smtpHost: string | null;
  mailFrom: string | null;
  /** Whether this shop serves the dev mailbox. */
  hasMailbox: boolean;
  lastTest: TestMail | null;
};

/** How the environment tells the shop to send mail, and the result of the last test. */
export async function loadMailSetup(shop: Shop): Promise<MailSetup> {
  const { smtpUrl, mailFrom, mode } = shop.env;
  const smtpHost =
    smtpUrl !== null && URL.canParse(smtpUrl) ? new URL(smtpUrl).host : smtpUrl && "configured";
  return {
    smtpHost,
    mailFrom,
    hasMailbox: smtpUrl === null && mode === "demo",
    lastTest: await findTestMail(shop.db),
  };
}

/** Puts a test mail to the owner into the outbox, like every other mail. */
export async function queueTestMail(shop: Shop, { to }: { to: string }): Promise<void> {
  const uniqueKey = `test_mail:${shop.newId()}`;
  const now = nowOf(shop);
  await inTransaction(shop, async (tx) => {
    await queueMail(tx, { kind: "test_mail", uniqueKey, to, payload: {}, now });
    await insertAudit(tx, { actor: to, action: "mail.test_sent", object: uniqueKey, after: { to } }, now);
  });
  shop.wakeWorker("mails");
}
