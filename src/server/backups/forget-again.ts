// A backup from before somebody was forgotten brings them back. So a list of all who were forgotten, as keyed hashes, lies
// beside the backups, where a restore does not touch it: whoever stands in it, but not in the log of the database, is
// forgotten again. That waits, as ever, until nothing is open that needs them. Whoever is not there any more gets their line
// in the log, too: what they buy or write after the restore is theirs to keep. The list says which secret made it. A shop that
// runs with another one can know nobody of it, and so leaves it as it is.
import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { insertAudits } from "../audit/queries.ts";
import { forgetEmail, personHashes } from "../customers/forget-customer.ts";
import { listEmails, listForgotten } from "../customers/forget-queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { writeDurablySync } from "../disk/durable-files.ts";
import { errorText } from "../log.ts";
import { everyKey } from "../secrets.ts";
import { nowOf, type Shop } from "../shop.ts";
import { backupFolder, FORGOTTEN_FILE } from "./backup-folder.ts";

/** Who still has something open is tried again after this. */
const AGAIN_MS = 60 * 60_000;
const EMAILS_AT_ONCE = 2_000;
/** As `actor` in the log. */
const ACTOR = "after a restore";
const HASH = /^[\w-]{43}$/;
const SECRET = /^# secret ([\w-]{43})$/;

/** `secret`: the mark of the one that the hashes were made with; null for a list that does not say. */
type List = { secret: string | null; hashes: string[] };

type Look = {
  /** Those that the list knows and the database did not when this process began. */
  back: Set<string>;
  nextAt: number;
};
const looks = new WeakMap<Shop, Look>();

/** Brings the list up to date with the log, and forgets again who came back. Never throws. */
export async function keepForgotten(shop: Shop): Promise<void> {
  try {
    const file = path.join(backupFolder(shop.env), FORGOTTEN_FILE);
    const { secret, hashes: listed } = readList(file);
    const marks = marksOf(shop);
    const isOurs = secret === null || marks.includes(secret);
    const logged = await listForgotten(shop.db);
    const look = looks.get(shop) ?? { back: without(listed, logged), nextAt: 0 };
    looks.set(shop, look);
    if (look.back.size > 0 && shop.clock() >= look.nextAt) {
      look.nextAt = shop.clock() + AGAIN_MS;
      look.back = await forgetAgain(shop, { back: look.back, logged, isOurs });
    }
    const all = [...new Set([...listed, ...logged])].sort();
    const mark = isOurs ? marks[0] : secret;
    if (all.length === 0 || (all.length === listed.length && mark === secret)) return;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    writeDurablySync(file, `# secret ${mark}\n${all.join("\n")}\n`, `${file}.part`);
  } catch (error) {
    shop.log.error("backups.forgotten_not_kept", { error: errorText(error) });
  }
}

function readList(file: string): List {
  if (!existsSync(file)) return { secret: null, hashes: [] };
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const hashes = [...new Set(lines.filter((line) => HASH.test(line)))];
  return { secret: SECRET.exec(lines[0] ?? "")?.[1] ?? null, hashes };
}

/** Of each key that hashes are made with, the present one first. */
const marksOf = ({ keys }: Shop) =>
  everyKey(keys.orderLinks).map((key) =>
    createHmac("sha256", key).update("who was forgotten").digest("base64url"),
  );

const without = (all: readonly string[], known: readonly string[]) => {
  const left = new Set(all);
  for (const each of known) left.delete(each);
  return left;
};

/**
 * Looks at every email that the database knows, and notes in the log that these are forgotten. Answers those who can't be
 * yet. Who stands in the log under any key was forgotten in this database, and has come since.
 */
async function forgetAgain(
  shop: Shop,
  { back, logged, isOurs }: { back: ReadonlySet<string>; logged: readonly string[]; isOurs: boolean },
): Promise<Set<string>> {
  const known = new Set(logged);
  const open = new Set<string>();
  let after = "";
  for (;;) {
    const emails = await listEmails(shop.db, { after, limit: EMAILS_AT_ONCE });
    for (const email of emails) {
      const hashes = personHashes(shop, email);
      if (!hashes.some((hash) => back.has(hash)) || hashes.some((hash) => known.has(hash))) continue;
      const result = await forgetEmail(shop, { email, actor: ACTOR });
      if (!result.ok && result.reason === "open") for (const hash of hashes) open.add(hash);
    }
    const last = emails.at(-1);
    if (last === undefined) break;
    after = last;
  }
  if (!isOurs) return open;
  const settled = without([...back], [...open, ...(await listForgotten(shop.db))]);
  const entries = [...settled].map(
    (person) =>
      ({ actor: ACTOR, action: "customer.forgotten", object: "customer", after: { person } }) as const,
  );
  await inTransaction(shop, (tx) => insertAudits(tx, entries, nowOf(shop)));
  return open;
}
