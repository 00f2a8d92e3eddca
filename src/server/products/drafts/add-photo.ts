// A photo dropped on the product list starts a draft or joins the draft of its group. Its bytes tell whether it was
// uploaded before, so an interrupted drop can be repeated as a whole.
import { createHash } from "node:crypto";
import type { CategoryChoice } from "#domain/category/category.ts";
import { guessCategory, usualCategory } from "#domain/category/guess-category.ts";
import { photoName } from "#domain/product/drafts/photo-names.ts";
import { PRODUCT_IMAGES_MAX, type UploadRefusal } from "#domain/product/image-upload.ts";
import { noCodes } from "#domain/product/options/item-codes.ts";
import { noOwnPrices } from "#domain/product/product.ts";
import { blankAttributes } from "#domain/product/product-fields.ts";
import { type EditableProduct, valuesOf } from "#domain/product/product-form.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { takeSpareImages } from "../../files/pictures/image-queries.ts";
import { uploadImage } from "../../files/pictures/upload-image.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { lockProducts } from "../queries.ts";
import { changeProducts, createProducts } from "../write-products.ts";
import { findBareDraft, findDraft, findKnownPhoto, keepPhoto, lockPhoto } from "./draft-queries.ts";

/** `isDraft`: other photos may join it. A known photo may belong to a product that is on sale by now. */
export type DraftOfPhoto = { id: string; name: string; isDraft: boolean };

export type PhotoAnswer =
  /** `isKnown`: these bytes already were one of its pictures, so nothing changed. */
  | { ok: true; draft: DraftOfPhoto; isKnown: boolean }
  /** `full`: the draft has the maximum number of pictures. */
  | { ok: false; reason: UploadRefusal | "full" };

export type DroppedPhoto = {
  bytes: Uint8Array;
  /** Any text is fine. */
  fileName: string;
  /** The draft that other photos of the drop started. "" or anything that is not a draft: none. */
  draftId: string;
  /** Its position among the draft's pictures, from 0. */
  place: number;
  actor: string;
};

/** Stores the photo and its draft, or nothing. Throws only when the storage or the database does. */
export async function addPhoto(shop: Shop, photo: DroppedPhoto): Promise<PhotoAnswer> {
  const hash = createHash("sha256").update(photo.bytes).digest("hex");
  const known = await findKnownPhoto(shop.db, hash);
  if (known) return { ok: true, draft: known, isKnown: true };
  const stored = await uploadImage(shop, photo.bytes);
  if (!stored.ok) return stored;
  const answer = await inTransaction(shop, (tx) => addIn(tx, shop, { ...photo, hash, url: stored.url }));
  if (answer.ok && !answer.isKnown) await shop.catalogChanged();
  return answer;
}

type StoredPhoto = DroppedPhoto & { hash: string; url: string };

async function addIn(tx: Tx, shop: Shop, photo: StoredPhoto): Promise<PhotoAnswer> {
  const { hash, url, fileName, actor } = photo;
  await lockPhoto(tx, hash);
  const known = await findKnownPhoto(tx, hash);
  if (known) return { ok: true, draft: known, isKnown: true };
  const { key, name } = photoName(fileName);
  const named = await findDraft(tx, photo.draftId);
  const wanted = named ?? (key === "" ? null : await findBareDraft(tx, key));
  const [found] = wanted === null ? [] : await lockProducts(tx, [wanted]);
  const draft = found?.status === "draft" ? found : null;
  if (draft && draft.images.length >= PRODUCT_IMAGES_MAX) return { ok: false, reason: "full" };
  await takeSpareImages(tx, [url]);
  const now = nowOf(shop);
  const id = draft?.id ?? shop.newId();
  if (draft) await changeProducts(tx, [{ before: draft, values: withPicture(draft, photo) }], { actor, now });
  else await createProducts(tx, [{ id, values: begun(name, url, await listCategories(tx)) }], { actor, now });
  await keepPhoto(tx, { hash, productId: id, url });
  return { ok: true, draft: { id, name: draft?.name ?? name, isDraft: true }, isKnown: false };
}

function withPicture(draft: EditableProduct, { url, place }: StoredPhoto) {
  const values = valuesOf(draft);
  return { ...values, images: values.images.toSpliced(place, 0, { url, alt: "" }) };
}

/** The owner types everything else in the table of drafts. */
function begun(name: string, url: string, categories: readonly CategoryChoice[]) {
  const category = guessCategory(name, categories) ?? usualCategory(categories);
  return {
    ...blankAttributes,
    name,
    category: category?.id ?? "",
    status: "draft" as const,
    images: [{ url, alt: "" }],
    stock: [{ variation: "", onHand: 0, ...noCodes, ...noOwnPrices }],
  };
}
