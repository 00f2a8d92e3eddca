// A backup from before somebody was forgotten brings them back. So a list of all who were forgotten, as keyed hashes, lies
// beside the backups, where a restore does not touch it: whoever was forgotten later than the log of the database knows is
// forgotten again. That waits, as ever, until nothing is open that needs them. Whoever is not there any more gets their line
// in the log, too: what they buy or write after the restore is theirs to keep. The list says of each hash which secret made
// it. A shop that runs without that one can't know them, and so leaves them as they are.
import path from "node:path";
import { insertAudits } from "../audit/queries.ts";
import { forgetEmail, personHashes, secretMarks } from "../customers/forget-customer.ts";
import { type Forgotten, listEmails, listForgotten } from "../customers/forget-queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { errorText } from "../log.ts";
import { nowOf, type Shop } from "../shop.ts";
import { backupFolder, FORGOTTEN_FILE } from "./backup-folder.ts";
import { readForgotten, writeForgotten } from "./forgotten-list.ts";

/** Who still has something open is tried again after this. */
const AGAIN_MS = 60 * 60_000;
const EMAILS_AT_ONCE = 2_000;
/** As `actor` in the log. */
const ACTOR = "after a restore";

/** When this process last looked for those who came back. */
const triedAt = new WeakMap<Shop, number>();

/**
 * Brings the list up to date with the log, and forgets again who came back. Never throws. Answers the id of the newest entry
 * of the log that the list has; null when it could not be kept.
 */
export async function keepForgotten(shop: Shop): Promise<string | null> {
  try {
    const file = path.join(backupFolder(shop.env), FORGOTTEN_FILE);
    const list = readForgotten(file);
    const marks = secretMarks(shop);
    let { log, newest } = await listForgotten(shop.db);
    // A list that does not say who made it counts as ours.
    const ours = [...list].filter(([, { mark }]) => mark === null || marks.includes(mark));
    const back: Forgotten = new Map(ours.filter(([person]) => isBack([person], { list, log })));
    const last = triedAt.get(shop);
    if (back.size > 0 && (last === undefined || Math.abs(shop.clock() - last) >= AGAIN_MS)) {
      triedAt.set(shop, shop.clock());
      await forgetAgain(shop, { back, list, log });
      ({ log, newest } = await listForgotten(shop.db));
    }
    await writeForgotten(file, { list, log, mark: marks[0] });
    return newest;
  } catch (error) {
    shop.log.error("backups.forgotten_not_kept", { error: errorText(error) });
    return null;
  }
}

type Known = { list: Forgotten; log: Forgotten };

/** Whether the person of these hashes was forgotten later than the log knows. */
function isBack(hashes: readonly string[], { list, log }: Known): boolean {
  const latest = (known: Forgotten) =>
    Math.max(...hashes.map((hash) => known.get(hash)?.at ?? Number.NEGATIVE_INFINITY));
  return latest(list) > latest(log);
}

/** Looks at every email that the database knows, and notes in the log of all but those who can't be yet that they are forgotten. */
async function forgetAgain(shop: Shop, { back, list, log }: Known & { back: Forgotten }): Promise<void> {
  const open = new Set<string>();
  let after = "";
  for (;;) {
    const emails = await listEmails(shop.db, { after, limit: EMAILS_AT_ONCE });
    for (const email of emails) {
      const hashes = personHashes(shop, email);
      // Who was forgotten in this database under any key, and not before, has come since.
      if (!isBack(hashes, { list, log })) continue;
      const result = await forgetEmail(shop, { email, actor: ACTOR });
      if (!result.ok && result.reason === "open") for (const hash of hashes) open.add(hash);
    }
    const last = emails.at(-1);
    if (last === undefined) break;
    after = last;
  }
  const { log: now } = await listForgotten(shop.db);
  // The clock may have been ahead when they were forgotten, so now would be earlier: the entry has the time of the list.
  const entries = [...back]
    .filter(([person]) => !open.has(person) && isBack([person], { list, log: now }))
    .map(
      ([person, { mark, at }]) =>
        ({
          actor: ACTOR,
          action: "customer.forgotten",
          object: "customer",
          after: { person, mark, asOf: new Date(at).toISOString() },
        }) as const,
    );
  await inTransaction(shop, (tx) => insertAudits(tx, entries, nowOf(shop)));
}
