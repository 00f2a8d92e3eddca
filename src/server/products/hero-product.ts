// Which product is at the top of the home page. The choice is kept while the product can't be bought; the catalog then
// shows the newest product of the first category instead (catalog/load-home.ts).
import { sql } from "kysely";
import type { CatalogEntry } from "#domain/catalog/catalog-entry.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { loadSettings } from "../settings/load-settings.ts";

/** `isShown`: it can be bought and has a picture, so the home page shows it right away. */
export type HeroChosen = { ok: true; isShown: boolean } | { ok: false; reason: "not_found" };

/** Puts the product at the top of the home page or, if `isOn` is false, removes it. Any text is fine as an id. */
export async function chooseHero(
  shop: Shop,
  { id, isOn, actor }: { id: string; isOn: boolean; actor: string },
): Promise<HeroChosen> {
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  await loadSettings(shop);
  const { result, isChanged } = await inTransaction(shop, async (tx) => {
    const { rows } = await sql<{ chosen: string | null }>`
      select hero_product_id as chosen from store_settings where id = 1 for update`.execute(tx);
    const before = rows[0]?.chosen ?? null;
    const found = await sql<{ is_shown: boolean }>`
      select status = 'active' and stock > 0 and image_url is not null as is_shown
      from products where id = ${id} and status <> 'archived'`.execute(tx);
    const product = found.rows[0];
    if (!product) return { result: { ok: false, reason: "not_found" } as const, isChanged: false };
    const result = { ok: true, isShown: product.is_shown } as const;
    const after = isOn ? id : before === id ? null : before;
    if (after === before) return { result, isChanged: false };
    await sql`update store_settings set hero_product_id = ${after} where id = 1`.execute(tx);
    const entry = {
      actor,
      action: "settings.hero_chosen",
      object: "store_settings:1",
      before: { hero: before },
      after: { hero: after },
    } as const;
    await insertAudit(tx, entry, nowOf(shop));
    return { result, isChanged: true };
  });
  if (isChanged) await shop.catalogChanged();
  return result;
}

/** The form offers this many products; a search finds the others. */
const HERO_CHOICES = 6;

export type HeroChoice = { id: string; name: string };

/** The product that the owner chose, if any, and the newest candidates whose name contains `query`. */
export async function loadHeroChoices(
  shop: Shop,
  { query }: { query: string },
): Promise<{ chosen: HeroChoice | null; choices: HeroChoice[] }> {
  const catalog = await shop.memory.catalog.read(shop);
  const chosen = catalog.get(catalog.settings.heroId ?? "");
  const wanted = query.toLowerCase();
  const canStand = ({ isInStock, product: { name, images } }: CatalogEntry) =>
    isInStock && images.length > 0 && name.toLowerCase().includes(wanted);
  const choices = catalog.in("newest").filter((entry) => entry !== chosen && canStand(entry));
  const told = ({ product: { id, name } }: CatalogEntry) => ({ id, name });
  return { chosen: chosen ? told(chosen) : null, choices: choices.slice(0, HERO_CHOICES).map(told) };
}
