import type { BrandPart } from "#domain/brand/brand.ts";
import { partFormOf, readPart } from "#domain/brand/form/part-form.ts";
import { type FormSaved, type FormValues, isOutdated } from "#domain/form/form-saved.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { findConfiguration } from "../queries.ts";
import { dropDraft, findDraft, listCollectionChoices, writeDraft } from "./queries.ts";

/** `fields`: those of the part's form. */
type SaveDraft = { actor: string; part: BrandPart; fields: FormValues };

/** Stores the owner's input for one part in the draft, which only its preview shows. */
export async function saveDraft(shop: Shop, { actor, part, fields }: SaveDraft): Promise<FormSaved> {
  return inTransaction(shop, async (tx) => {
    const { brand, revision, categories } = await lockDraft(tx);
    const collections = await listCollectionChoices(tx);
    const read = readPart(part, fields, { pages: brand.pages, categories, collections });
    if (!read.ok) return read;
    const now = partFormOf(part, brand[part]);
    if (sameValues(read.value, brand[part])) return { ok: true, now };
    if (isOutdated(fields.base, now)) return { ok: false, reason: "changed", now };
    const draft = { brand: { ...brand, [part]: read.value }, revision: revision + 1, actor };
    await writeDraft(tx, draft, nowOf(shop));
    return { ok: true, now: partFormOf(part, read.value) };
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
