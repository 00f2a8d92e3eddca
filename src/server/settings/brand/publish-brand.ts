import type { Brand } from "#domain/brand/brand.ts";
import { pagePath } from "#domain/brand/own-page.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { changeConfiguration } from "../change-configuration.ts";
import type { StoredConfiguration } from "../queries.ts";
import { recordMove } from "../redirects/save-redirect.ts";
import { dropDraft, findDraft, findVersion, insertPublished } from "./queries.ts";

export type BrandPublished =
  | { ok: true }
  /** nothing: there is no draft. changed: another tab has changed it. gone: it is not one of the last ten. */
  | { ok: false; reason: "nothing" | "changed" | "gone" };

/** Publishes the draft. `revision`: of the draft that the owner has seen. */
export function publishDraft(
  shop: Shop,
  { actor, revision }: { actor: string; revision: number },
): Promise<BrandPublished> {
  return changeConfiguration<BrandPublished>(
    shop,
    { actor, action: "storefront.published" },
    async (stored, tx) => {
      const draft = await findDraft(tx);
      if (draft.revision === 0) return { result: { ok: false, reason: "nothing" } };
      if (draft.revision !== revision) return { result: { ok: false, reason: "changed" } };
      await dropDraft(tx, nowOf(shop));
      return publish(shop, tx, stored, { brand: draft.brand, actor });
    },
  );
}

/** Publishes one of the last versions again, as a new one. The draft stays. */
export function restoreVersion(
  shop: Shop,
  { actor, id }: { actor: string; id: number },
): Promise<BrandPublished> {
  return changeConfiguration<BrandPublished>(
    shop,
    { actor, action: "storefront.restored" },
    async (stored, tx) => {
      const brand = await findVersion(tx, id);
      if (!brand) return { result: { ok: false, reason: "gone" } };
      return publish(shop, tx, stored, { brand, actor });
    },
  );
}

async function publish(
  shop: Shop,
  tx: Tx,
  stored: StoredConfiguration,
  version: { brand: Brand; actor: string },
) {
  const now = nowOf(shop);
  await insertPublished(tx, version, now);
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
    next: { settings: { ...settings, businessInfo }, brand: version.brand },
  };
}
