import type { Brand, BrandPart } from "#domain/brand/brand.ts";
import { type BrandErrors, parseBrandPart } from "#domain/brand/brand-schema.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { findConfiguration } from "../queries.ts";
import { dropDraft, findDraft, listCollectionChoices, writeDraft } from "./queries.ts";

export type DraftSaved =
  | { ok: true; revision: number }
  | { ok: false; reason: "invalid"; errors: BrandErrors }
  /** Another tab has changed this part since the form was loaded, to `current`. */
  | { ok: false; reason: "changed"; current: Brand[BrandPart] };

type SaveDraft = {
  actor: string;
  part: BrandPart;
  /** The owner's input. */
  value: unknown;
  /** The part as the form was loaded with it. */
  base: unknown;
};

/** Stores the owner's input for one part in the draft, which only its preview shows. */
export async function saveDraft(shop: Shop, { actor, part, value, base }: SaveDraft): Promise<DraftSaved> {
  return inTransaction(shop, async (tx) => {
    const { brand, revision, categories } = await lockDraft(tx);
    const collections = await listCollectionChoices(tx);
    const parsed = parseBrandPart(part, value, { pages: brand.pages, categories, collections });
    if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
    if (sameValues(parsed.value, brand[part])) return { ok: true, revision };
    if (!sameValues(base, brand[part])) return { ok: false, reason: "changed", current: brand[part] };
    const draft = { brand: { ...brand, [part]: parsed.value }, revision: revision + 1, actor };
    await writeDraft(tx, draft, nowOf(shop));
    return { ok: true, revision: draft.revision };
  });
}

/** Deletes the draft: the forms show the published document. */
export async function discardDraft(shop: Shop): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await lockDraft(tx);
    await dropDraft(tx, nowOf(shop));
  });
}

/** Under the lock of the settings row, like every change of settings. */
async function lockDraft(tx: Tx) {
  const stored = await findConfiguration(tx, { lock: true });
  return { ...(await findDraft(tx)), categories: stored?.categories ?? [] };
}
