// The mailer of a shop without a mail server: every email becomes one JSON file in a folder, shown at /dev/mailbox. A
// file appears completely or not at all (written under another name, then linked), and its name sorts by time. A second
// email with the same Message-ID is not written, just as a real mailbox shows it once: the folder "ids" has the same
// file under a name made from the Message-ID, and only one of two processes can create it. The other one makes sure
// that the email is in the list, because the first may have died between the two names.
import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { assertSendable, type Mail, type Mailer } from "./mailer.ts";

/** What a mailbox file holds. `id` is the file's name without ".json", `at` an ISO time. */
export type StoredEmail = Mail & { id: string; at: string };

export const MAIL_ID = /^\d{17}-[0-9a-f]{16}$/;
const AT_ONCE = 4;

/** `folder` is `$DATA_DIR/mailbox`, created with the first email; `clock` gives milliseconds since 1970. */
export function createMailboxMailer({ folder, clock }: { folder: string; clock: () => number }): Mailer {
  const ids = path.join(folder, "ids");
  return {
    atOnce: AT_ONCE,
    send: async (mail) => {
      assertSendable(mail);
      try {
        await store(folder, ids, mail, clock());
      } catch {
        // The first email finds no folder; any other error occurs again.
        await mkdir(ids, { recursive: true });
        await store(folder, ids, mail, clock());
      }
    },
  };
}

async function store(folder: string, ids: string, mail: Mail, now: number): Promise<void> {
  const key = createHash("sha256").update(mail.messageId).digest("hex").slice(0, 16);
  const at = new Date(now).toISOString();
  const id = `${at.replace(/\D/g, "")}-${key}`;
  const stored: StoredEmail = { id, at, ...mail };
  const part = path.join(ids, `.${randomUUID()}.part`);
  const byKey = path.join(ids, `${key}.json`);
  await writeFile(part, JSON.stringify(stored, null, 2), { mode: 0o600 });
  try {
    const isFirst = await linkOnce(part, byKey);
    const listed = isFirst ? id : await idIn(byKey);
    await linkOnce(byKey, path.join(folder, `${listed}.json`));
  } finally {
    await unlink(part);
  }
}

/** Gives a file another name; false when the name is taken. */
async function linkOnce(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

async function idIn(file: string): Promise<string> {
  const stored: unknown = JSON.parse(await readFile(file, "utf8"));
  const id = typeof stored === "object" && stored !== null && "id" in stored ? stored.id : null;
  if (typeof id !== "string" || !MAIL_ID.test(id)) throw new Error(`${file} is damaged`);
  return id;
}
