import type { Brand } from "#domain/brand/brand.ts";
import { pagePath } from "#domain/brand/own-page.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { changeConfiguration } from "../change-configuration.ts";
import { loadSettings } from "../load-settings.ts";
import type { StoredConfiguration } from "../queries.ts";
import { recordMove } from "../redirects/save-redirect.ts";
import { areIconsOf, type DrawnIcons, drawIcons } from "./icons/draw-icons.ts";
import { insertIcons } from "./icons/icon-queries.ts";
import { dropDraft, findDraft, findVersion, insertPublished } from "./queries.ts";

export type BrandPublished =
  | { ok: true }
  /**
   * nothing: there is no draft. changed: another tab has changed it, or the store's name. gone: it is not one of the last ten.
   * undrawn: its icons can't be drawn.
   */
  | { ok: false; reason: "nothing" | "changed" | "gone" | "undrawn" };

/** Publishes the draft. `revision`: of the draft that the owner has seen. */
export async function publishDraft(
  shop: Shop,
  { actor, revision }: { actor: string; revision: number },
): Promise<BrandPublished> {
  const icons = await draw(shop, (await findDraft(shop.db)).brand);
  if (!icons) return { ok: false, reason: "undrawn" };
  return changeConfiguration<BrandPublished>(
    shop,
    { actor, action: "storefront.published" },
    async (stored, tx) => {
      const draft = await findDraft(tx);
      if (draft.revision === 0) return { result: { ok: false, reason: "nothing" } };
      if (draft.revision !== revision) return { result: { ok: false, reason: "changed" } };
      if (!areOf(icons, draft.brand, stored)) return { result: { ok: false, reason: "changed" } };
      await dropDraft(tx, nowOf(shop));
      return publish(shop, tx, stored, { brand: draft.brand, actor, icons });
    },
  );
}

/** Publishes one of the last versions again, as a new one. The draft stays. */
export async function restoreVersion(
  shop: Shop,
  { actor, id }: { actor: string; id: number },
): Promise<BrandPublished> {
  const version = await findVersion(shop.db, id);
  if (!version) return { ok: false, reason: "gone" };
  const icons = await draw(shop, version);
  if (!icons) return { ok: false, reason: "undrawn" };
  return changeConfiguration<BrandPublished>(
    shop,
    { actor, action: "storefront.restored" },
    async (stored, tx) => {
      const brand = await findVersion(tx, id);
      if (!brand) return { result: { ok: false, reason: "gone" } };
      if (!areOf(icons, brand, stored)) return { result: { ok: false, reason: "changed" } };
      return publish(shop, tx, stored, { brand, actor, icons });
    },
  );
}

/** Before anything is locked, since it takes a second. */
async function draw(shop: Shop, { look }: Brand): Promise<DrawnIcons | null> {
  const { storeName } = (await loadSettings(shop)).businessInfo;
  return drawIcons(shop, { look, storeName });
}

function areOf(icons: DrawnIcons, { look }: Brand, { settings }: StoredConfiguration): boolean {
  return areIconsOf(icons, { look, storeName: settings.businessInfo.storeName });
}

async function publish(
  shop: Shop,
  tx: Tx,
  stored: StoredConfiguration,
  { icons, ...version }: { brand: Brand; actor: string; icons: DrawnIcons },
) {
  const now = nowOf(shop);
  await insertPublished(tx, version, now);
  await insertIcons(tx, icons, now);
  for (const page of stored.brand.pages) {
    const [from, to] = [page, version.brand.pages.find(({ id }) => id === page.id)].map(
      (each) => each && pagePath(each),
    );
    if (from && to && from !== to) await recordMove(tx, { from, to }, now);
  }
  const { settings } = stored;
  // The specification's field, which emails, packing slips, and search engines read.
  const businessInfo = { ...settings.businessInfo, logoUrl: version.brand.look.logo?.url ?? "" };
  return {
    result: { ok: true as const },
    next: { settings: { ...settings, businessInfo }, brand: version.brand, icons: icons.id },
  };
}
