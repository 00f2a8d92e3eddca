import { synonymsText } from "#domain/search/own-synonyms.ts";
import { formatStateTaxes } from "#domain/settings/state-rates.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { type AuditEntry, insertAudit } from "./audit/queries.ts";
import { loadSettings } from "./load-settings.ts";
import { findConfiguration, type StoredConfiguration, upsertConfiguration } from "./queries.ts";

type Parts = Omit<StoredConfiguration, "version">;
type Decision<T> = { result: T; next?: Partial<Parts> };

/**
 * Changes the settings row under its lock: `decide` sees what is stored and answers the parts that become
 * something else, or none. The change and its audit entry (what differs, before and after) stand or fall together,
 * and every process drops its pages afterward.
 */
export async function changeConfiguration<T>(
  shop: Shop,
  { actor, action }: Pick<AuditEntry, "actor" | "action">,
  decide: (stored: StoredConfiguration, tx: Tx) => Decision<T> | Promise<Decision<T>>,
): Promise<T> {
  await loadSettings(shop);
  const now = nowOf(shop);
  const { result, isChanged } = await inTransaction(shop, async (tx) => {
    const stored = await findConfiguration(tx, { lock: true });
    if (!stored) throw new Error("the settings row is gone");
    const { result, next } = await decide(stored, tx);
    if (!next) return { result, isChanged: false };
    const changed = { ...stored, ...next, version: stored.version + 1 };
    await upsertConfiguration(tx, changed, now);
    const object = "store_settings:1";
    await insertAudit(tx, { actor, action, object, before: flat(stored), after: flat(changed) }, now);
    return { result, isChanged: true };
  });
  if (isChanged) await shop.catalogChanged();
  return result;
}

function flat({
  settings,
  profile,
  holds,
  legalTexts,
  synonyms,
  lowLevel,
  reminderHours,
  brand,
}: Parts): Record<string, unknown> {
  const { businessInfo, tax, shipping } = settings;
  const { taxedShipping: _, ...taxes } = tax;
  return {
    ...businessInfo,
    ...taxes,
    stateRates: formatStateTaxes(tax),
    ...shipping,
    ...profile,
    ...holds,
    legalTexts,
    synonyms: synonymsText(synonyms),
    lowLevel,
    reminderHours,
    look: brand.look,
    homePage: brand.home.filter(({ isOn }) => isOn).map(({ kind }) => kind),
    pages: brand.pages.map(({ title }) => title),
    menu: brand.menu.header.map(({ label }) => label),
    storefrontTexts: brand.words,
  };
}
