import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod/mini";
import { MAIL_ID, type StoredEmail } from "./mailbox-mailer.ts";

export const MAILBOX_SHOWN_MAX = 100;

const storedMail = z.object({
  id: z.string(),
  at: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  messageId: z.string(),
  replyTo: z.optional(z.string()),
  unsubscribe: z.optional(z.string()),
});

/** The newest emails of the dev mailbox, newest first, at most `limit`. No folder yet: none. */
export async function listMailbox(
  folder: string,
  { limit = MAILBOX_SHOWN_MAX }: { limit?: number } = {},
): Promise<StoredEmail[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".json"));
  const ids = names
    .map((name) => path.basename(name, ".json"))
    .sort()
    .reverse();
  const known = ids.filter((id) => MAIL_ID.test(id)).slice(0, limit);
  const mails = await Promise.all(known.map((id) => findMail(folder, id)));
  return mails.filter((mail) => mail !== null);
}

/** One email, or null when there is none. The id is checked first, because it becomes part of a path. */
export async function findMail(folder: string, id: string): Promise<StoredEmail | null> {
  if (!MAIL_ID.test(id)) return null;
  try {
    const parsed = storedMail.safeParse(JSON.parse(await readFile(path.join(folder, `${id}.json`), "utf8")));
    return parsed.success ? { ...parsed.data, id } : null;
  } catch (error) {
    // A file that was removed or damaged counts as missing.
    if (error instanceof SyntaxError || isMissing(error)) return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
