// The owner's changes to collections. Each one writes the audit log in the same transaction. A collection whose address
// changes is still found under its former one.
import { collectionPath } from "#domain/collection/collection.ts";
import {
  type CollectionValues,
  collectionForm,
  collectionFormOf,
  collectionValuesOf,
} from "#domain/collection/collection-form.ts";
import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { moved } from "#domain/text/moved.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { replacePicture } from "../../files/pictures/only-picture.ts";
import { type ImageRefusal, storeProductImage } from "../../files/pictures/picture-sizes.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { recordMove } from "../../settings/redirects/save-redirect.ts";
import {
  deleteCollectionRow,
  findCollectionRow,
  insertCollection,
  listCollectionRows,
  lockCollections,
  orderCollections,
  type StoredCollection,
  setCollectionImage,
  turnCollections,
  updateCollection,
} from "./queries.ts";

export const COLLECTIONS_MAX = 200;
const IMAGE_ALT_MAX = 200;

type NotFound = { ok: false; reason: "not_found" };
export type CollectionSaved = (FormSaved & { id?: string }) | NotFound;
const notFound: NotFound = { ok: false, reason: "not_found" };

/** `id` null: a new one. `fields`: those of collectionForm. Returns its id. */
export async function saveCollection(
  shop: Shop,
  { actor, id, fields }: { actor: string; id: string | null; fields: FormValues },
): Promise<CollectionSaved> {
  const read = readForm(collectionForm, fields);
  if (!read.ok) return read;
  const { timeZone } = (await loadConfiguration(shop)).profile;
  const values = collectionValuesOf(read.value, timeZone);
  const form = (stored: CollectionValues) => collectionFormOf(stored, timeZone);
  return changeCollections<CollectionSaved>(shop, async (tx, all, now) => {
    const stored = all.find((each) => each.id === id);
    if (id !== null && !stored) return notFound;
    if (stored && isOutdated(fields.base, form(stored)))
      return { ok: false, reason: "changed", now: form(stored) };
    const refusal = refusalOf(values, all, id);
    if (refusal) return { ok: false, reason: "invalid", errors: refusal };
    const object = id ?? shop.newId();
    if (stored) await updateCollection(tx, object, values, now);
    else await insertCollection(tx, object, values, now);
    const to = collectionPath(values);
    if (stored?.slug !== values.slug)
      await recordMove(tx, { from: stored ? collectionPath(stored) : null, to }, now);
    const action = stored ? ("collection.changed" as const) : ("collection.created" as const);
    const before = stored ? told(stored) : null;
    await insertAudit(tx, { actor, action, object, before, after: told(values) }, now);
    return { ok: true, now: form(values), id: object };
  });
}

/** The first problem that shows only in comparison with other collections. */
function refusalOf({ slug }: CollectionValues, all: StoredCollection[], id: string | null) {
  const other = all.find((each) => each.slug === slug && each.id !== id);
  if (other) return { slug: `“${other.name}” has this address. Enter another one` };
  if (id === null && all.length >= COLLECTIONS_MAX)
    return { name: `There are ${COLLECTIONS_MAX} collections. Delete one first` };
  return null;
}

const told = ({
  name,
  slug,
  description,
  isOn,
  startsAt,
  endsAt,
  productIds,
  rule,
  feedLabel,
}: CollectionValues) => ({
  ...{ name, slug, description, isOn, startsAt, endsAt, productIds, rule, feedLabel },
});

type Decide<Result> = (tx: Tx, all: StoredCollection[], now: Date) => Promise<Result>;

/** Under the lock of all collections. Every page shows the change after the commit. */
async function changeCollections<Result extends { ok: boolean }>(
  shop: Shop,
  decide: Decide<Result>,
): Promise<Result> {
  const now = nowOf(shop);
  const result = await inTransaction(shop, async (tx) => {
    await lockCollections(tx);
    const answer = await decide(tx, await listCollectionRows(tx), now);
    if (answer.ok) await turnCollections(tx, now);
    return answer;
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}

export type CollectionChanged = { ok: true } | NotFound;

/** Any text is fine as an id. Its products stay; discounts that are only for it are switched off. */
export function deleteCollection(
  shop: Shop,
  { actor, id }: { actor: string; id: string },
): Promise<CollectionChanged> {
  return changeCollections<CollectionChanged>(shop, async (tx, all, now) => {
    const stored = all.find((each) => each.id === id);
    if (!stored) return notFound;
    await deleteCollectionRow(tx, id, now);
    await replacePicture(tx, { before: stored.image?.url ?? null, after: null, now });
    const entry = { actor, action: "collection.deleted" as const, object: id };
    await insertAudit(tx, { ...entry, before: told(stored), after: null }, now);
    return { ok: true };
  });
}

/** Moves it up or down by one; the first and the last stay where they are. */
export function moveCollection(
  shop: Shop,
  { actor, id, by }: { actor: string; id: string; by: -1 | 1 },
): Promise<CollectionChanged> {
  return changeCollections<CollectionChanged>(shop, async (tx, all, now) => {
    const ids = all.map((each) => each.id);
    const place = ids.indexOf(id);
    if (place < 0) return notFound;
    const to = Math.min(Math.max(place + by, 0), ids.length - 1);
    await orderCollections(tx, moved(ids, place, to));
    const entry = { actor, action: "collection.changed" as const, object: id };
    await insertAudit(tx, { ...entry, before: { place: place + 1 }, after: { place: to + 1 } }, now);
    return { ok: true };
  });
}

export type CollectionPictured = CollectionChanged | { ok: false; reason: ImageRefusal };

/** Re-encodes an uploaded picture, like every picture of the shop. `bytes` null: only its description changes. */
export async function setCollectionPicture(
  shop: Shop,
  { actor, id, bytes, alt }: { actor: string; id: string; bytes: Uint8Array | null; alt: string },
): Promise<CollectionPictured> {
  if (!isUuid(id) || !(await findCollectionRow(shop.db, id))) return notFound;
  const stored = bytes && (await storeProductImage(shop, bytes));
  if (stored && !stored.ok) return stored;
  return replaceImage(shop, { actor, id }, (image) => {
    const url = stored?.url ?? image?.url;
    return url === undefined ? null : { url, alt: oneLine(alt, IMAGE_ALT_MAX) };
  });
}

export function removeCollectionPicture(shop: Shop, target: { actor: string; id: string }) {
  return replaceImage(shop, target, () => null);
}

function replaceImage(
  shop: Shop,
  { actor, id }: { actor: string; id: string },
  next: (image: ProductImage | null) => ProductImage | null,
): Promise<CollectionChanged> {
  return changeCollections<CollectionChanged>(shop, async (tx, all, now) => {
    const stored = all.find((each) => each.id === id);
    if (!stored) return notFound;
    const image = next(stored.image);
    const [before, after] = [{ image: stored.image?.url ?? null }, { image: image?.url ?? null }];
    await setCollectionImage(tx, id, image, now);
    await replacePicture(tx, { before: before.image, after: after.image, now });
    await insertAudit(tx, { actor, action: "collection.changed", object: id, before, after }, now);
    return { ok: true };
  });
}
