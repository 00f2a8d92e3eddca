// The mailer of a shop without a mail server: every mail becomes one JSON file in a folder, to be read at
// /dev/mailbox. A file appears whole or not at all (written beside, then renamed), its name sorts by time,
// and a second mail with the same Message-ID is not written: a real mailbox shows it once as well.
import { createHash } from "node:crypto";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { isEmail } from "#domain/postal-address/shipping-address.ts";
import { assertOutsideTransaction } from "../db/transaction.ts";
import type { Mail, Mailer } from "./mailer.ts";

/** What a mailbox file holds. `id` is the file's name without ".json", `at` an ISO time. */
export type StoredMail = Mail & { id: string; at: string };

/** `folder` is `$DATA_DIR/mailbox`, made when the first mail comes; `clock` gives milliseconds since 1970. */
export function createMailboxMailer({ folder, clock }: { folder: string; clock: () => number }): Mailer {
  let turn: Promise<void> = Promise.resolve();
  return {
    send: async (mail) => {
      assertOutsideTransaction("sending mail");
      if (!isEmail(mail.to.address)) throw new Error("the recipient is not an e-mail address");
      // One after the other, so that two attempts at the same mail can't both find it missing.
      const written = turn.then(() => store(folder, mail, clock()));
      turn = written.catch(() => {});
      await written;
    },
  };
}

async function store(folder: string, mail: Mail, now: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const key = createHash("sha256").update(mail.messageId).digest("hex").slice(0, 16);
  const names = await readdir(folder);
  if (names.some((name) => name.endsWith(`-${key}.json`))) return;
  const at = new Date(now).toISOString();
  const id = `${at.replace(/\D/g, "")}-${key}`;
  const { to, subject, text, html, messageId, replyTo } = mail;
  const stored: StoredMail = { id, at, to, subject, text, html, messageId, replyTo };
  const beside = path.join(folder, `.${id}.part`);
  await writeFile(beside, JSON.stringify(stored, null, 2), { mode: 0o600 });
  await rename(beside, path.join(folder, `${id}.json`));
}
