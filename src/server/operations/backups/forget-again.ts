// A backup from before an erasure brings the data back. So everyone who was erased later, according to the list next to
// the backups (forgotten-list.ts), than according to the database is erased again. As always, that waits until nothing
// that needs the data is open. Customers without any data left get a line in the log, too, so that data from after the
// restore is not erased.

import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { forgetEmail, personHashes } from "../../customers/forget-customer.ts";
import { type Forgotten, listEmails, listForgotten } from "../../customers/forget-queries.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudits } from "../../settings/audit/queries.ts";
import { readForgotten, writeForgotten } from "./forgotten-list.ts";

/** Customers with something open are retried after this. */
const AGAIN_MS = 60 * 60_000;
const EMAILS_AT_ONCE = 2_000;
/** As `actor` in the log. */
const ACTOR = "after a restore";

/** When this process last looked for restored customers. */
const triedAt = new WeakMap<Shop, number>();

/** Erases restored customers again, and updates the list. Never throws. */
export async function keepForgotten(shop: Shop): Promise<void> {
  try {
    const log = await listForgotten(shop.db);
    const isLater = ([person, at]: [string, number]) => at > (log.get(person) ?? 0);
    const back: Forgotten = new Map([...readForgotten(shop.env)].filter(isLater));
    const last = triedAt.get(shop);
    if (back.size > 0 && (last === undefined || Math.abs(shop.clock() - last) >= AGAIN_MS)) {
      triedAt.set(shop, shop.clock());
      await forgetAgain(shop, back);
    }
    await writeForgotten(shop.db, shop.env);
  } catch (error) {
    shop.log.error("backups.forgotten_not_kept", { error: errorText(error) });
  }
}

/** Checks every email that the database knows, and logs everyone in `back` except those who can't be erased yet. */
async function forgetAgain(shop: Shop, back: Forgotten): Promise<void> {
  const open = new Set<string>();
  let after = "";
  for (;;) {
    const emails = await listEmails(shop.db, { after, limit: EMAILS_AT_ONCE });
    for (const email of emails) {
      const hashes = personHashes(shop, email).filter((hash) => back.has(hash));
      if (hashes.length === 0) continue;
      const result = await forgetEmail(shop, { email, actor: ACTOR });
      if (!result.ok && result.reason === "open") for (const hash of hashes) open.add(hash);
    }
    const last = emails.at(-1);
    if (last === undefined) break;
    after = last;
  }
  const log = await listForgotten(shop.db);
  // The clock may have been ahead at the erasure, which would make now earlier: the entry uses the list's time.
  const entries = [...back]
    .filter(([person, at]) => !open.has(person) && at > (log.get(person) ?? 0))
    .map(([person, at]) => {
      const noted = { person, asOf: new Date(at).toISOString() };
      return { actor: ACTOR, action: "customer.forgotten", object: "customer", after: noted } as const;
    });
  await inTransaction(shop, (tx) => insertAudits(tx, entries, nowOf(shop)));
}
