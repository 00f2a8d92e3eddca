// The mailer of a shop without a mail server: every mail becomes one JSON file in a folder, shown at /dev/mailbox. A
// file appears whole or not at all (written under another name, then renamed), its name sorts by time, and a second mail
// with the same Message-ID is not written, just as a real mailbox shows it once.
import { createHash } from "node:crypto";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { assertSendable, type Mail, type Mailer } from "./mailer.ts";

/** What a mailbox file holds. `id` is the file's name without ".json", `at` an ISO time. */
export type StoredMail = Mail & { id: string; at: string };

/** `folder` is `$DATA_DIR/mailbox`, made when the first mail comes; `clock` gives milliseconds since 1970. */
export function createMailboxMailer({ folder, clock }: { folder: string; clock: () => number }): Mailer {
  let turn: Promise<void> = Promise.resolve();
  return {
    send: async (mail) => {
      assertSendable(mail);
      // One at a time, so that two attempts at the same mail can't both find it missing.
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
  const stored: StoredMail = { id, at, ...mail };
  const beside = path.join(folder, `.${id}.part`);
  await writeFile(beside, JSON.stringify(stored, null, 2), { mode: 0o600 });
  await rename(beside, path.join(folder, `${id}.json`));
}
