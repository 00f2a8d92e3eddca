// At start: whether the shop runs with the secrets that it ran with before. Values sealed with an old secret are resealed,
// so that the old one can be given up. Where a secret is gone, the owner hears what went with it and the way back, at
// start and not at the door.
import { createHmac } from "node:crypto";
import { everyKey } from "../core/secrets.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { findFact, saveFact } from "../db/facts.ts";

import { SECRET_PURPOSE } from "./second-factor/accept-code.ts";
import { sealAnew, unseal } from "./second-factor/seal.ts";
import { listFactors, replaceSeal } from "./second-factor/second-factor-queries.ts";

const FACT = "secret";

/** Returns what the owner must know, a sentence each; nothing when nothing has changed. */
export async function checkSecrets(shop: Shop): Promise<string[]> {
  const unreadable = await renewSeals(shop);
  const isKnown = await noteSecret(shop);
  const told: string[] = [];
  if (!isKnown) {
    shop.log.warn("auth.secret_unknown");
    told.push(
      "The shop ran with a different secret before (another SHOP_SECRET, or a DATA_DIR without its secrets.json). Everyone who was signed in has to sign in again; the links in emails keep working. If this wasn't intended, set the previous secret as SHOP_SECRET_OLD, or restore secrets.json. Machines that share a database need the same SHOP_SECRET.",
    );
  }
  for (const email of unreadable) {
    shop.log.error("auth.second_factor_unreadable", {
      hint: "is SHOP_SECRET or secrets.json another shop's?",
    });
    told.push(
      `The second factor of ${email} was sealed with a missing secret, so no code can be accepted. Set the previous secret as SHOP_SECRET_OLD, or restore secrets.json. If both are lost, run: npm run admin -- turn-off-second-factor`,
    );
  }
  return told;
}

/** Answers whose second factor no key opens. */
async function renewSeals({ db, keys }: Shop): Promise<string[]> {
  const unreadable: string[] = [];
  for (const { userId, email, secret } of await listFactors(db)) {
    const purpose = `${SECRET_PURPOSE} ${userId}`;
    const renewed = sealAnew(keys.secondFactor, purpose, secret);
    if (renewed) await replaceSeal(db, { userId, from: secret, to: renewed });
    else if (!unseal(keys.secondFactor, purpose, secret)) unreadable.push(email);
  }
  return unreadable;
}

/** Notes which secret the shop runs with. False when it is neither the one of its last start nor one after it. */
async function noteSecret(shop: Shop): Promise<boolean> {
  const marks = everyKey(shop.keys.session).map((key) =>
    createHmac("sha256", key).update("which secret").digest("hex"),
  );
  const [current = ""] = marks;
  const before = await findFact(shop.db, FACT);
  if (before !== current) await saveFact(shop.db, { name: FACT, value: current, now: nowOf(shop) });
  return before === null || marks.includes(before);
}
