// Saves what the owner typed: the product, its stock, its pictures, and the audit entry in one transaction, or nothing.
// Fields that the form did not send keep their current values, and so do counts that it sent unchanged, so a sale in the
// meantime is never undone. When another tab has saved the product, nothing is written and the owner sees what differs.
// Stock never goes below what shoppers hold.
import { usualCategory } from "#domain/category/guess-category.ts";
import { type FormErrors, type FormValues, isOutdated, openedWith } from "#domain/form/form-saved.ts";
import { checkForm, inFormerNames } from "#domain/product/form/check-form.ts";
import {
  formOf,
  namedErrors,
  productFormOf,
  readProductForm,
} from "#domain/product/form/product-form-schema.ts";
import { asOpened, withCountsNow } from "#domain/product/form/typed-counts.ts";
import { addOwner, codeKeysOf, takenCodes } from "#domain/product/options/code-owners.ts";
import { spelledAsKnown, suggestedNames } from "#domain/product/options/spellings.ts";
import { heldErrors, withTouched } from "#domain/product/product-changes.ts";
import {
  type EditableProduct,
  emptyFields,
  fieldsOf,
  type ProductErrors,
  type ProductFields,
  type ProductValues,
  type StockLine,
} from "#domain/product/product-form.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { insertSpareImages, takeSpareImages } from "../files/pictures/image-queries.ts";
import { findLogged } from "../settings/audit/queries.ts";
import { listCategories } from "../settings/category-queries.ts";
import { listCodeOwners, sayingWhoWasFirst } from "./code-queries.ts";
import { listEditable } from "./queries.ts";
import { listSpellings } from "./spelling-queries.ts";
import { changeProducts, createProducts, withProduct } from "./write-products.ts";

export type SaveRequest = {
  /** null: a new product. */
  id: string | null;
  /** The id that the form brings for a new product, so that resubmitting the form makes no second product. */
  newId?: string | undefined;
  /** Those of productForm, and `base`, what the form was opened with. */
  fields: FormValues;
  /** Who saves, for the audit log. */
  actor: string;
};

export type ProductSaved =
  | { ok: true; id: string; now: FormValues }
  | { ok: false; reason: "invalid"; errors: FormErrors }
  | { ok: false; reason: "changed"; now: FormValues }
  | { ok: false; reason: "not_found" }
  /** This form already made a product, and now differs from it. */
  | { ok: false; reason: "created_before"; name: string };

/** Creates or updates a product. Any text is fine in the fields and as an id, even for a new product. */
export async function saveProduct(shop: Shop, request: SaveRequest): Promise<ProductSaved> {
  const { id } = request;
  const result = await sayingWhoWasFirst(() =>
    id === null
      ? inTransaction(shop, (tx) => createIn(tx, shop, request))
      : withProduct(shop, id, (tx, product, now) => updateIn(tx, request, product, now)),
  );
  if (result.ok) await shop.catalogChanged();
  return result;
}

async function createIn(
  tx: Tx,
  shop: Shop,
  { newId, fields: sent, actor }: SaveRequest,
): Promise<ProductSaved> {
  const categories = await listCategories(tx);
  const category = usualCategory(categories)?.id ?? "";
  const typed = withCountsNow(readProductForm(sent), null, emptyFields);
  const fields: ProductFields = { ...emptyFields, category, ...typed };
  const checked = checkForm(fields, { categories, stored: [] });
  if (!checked.ok) return refuse(checked.errors, fields);
  const before = await madeBefore(tx, newId, checked.values);
  if (before) return before;
  const wrong = (await takenErrors(tx, checked.values, null)) ?? (await takeImages(tx, [], checked.values));
  // A concurrent submit of the same form has taken the codes.
  if (wrong) return (await madeBefore(tx, newId, checked.values)) ?? refuse(wrong, fields);
  const values = await spelled(tx, checked.values, null);
  const product = { id: isUuid(newId) ? newId : shop.newId(), values };
  await createProducts(tx, [product], { actor, now: nowOf(shop) });
  return { ok: true, id: product.id, now: productFormOf(values) };
}

function refuse(errors: ProductErrors, fields: ProductFields): ProductSaved {
  return { ok: false, reason: "invalid", errors: namedErrors(errors, fields) };
}

/**
 * The product that this form already made, when the response was lost. It is never overwritten, since the id can be
 * any. Sales and edits since then do not make it a different form, so the form is compared with the product as it was
 * made.
 */
async function madeBefore(
  tx: Tx,
  newId: string | undefined,
  values: ProductValues,
): Promise<ProductSaved | null> {
  const [made] = isUuid(newId) ? await listEditable(tx, [newId]) : [];
  if (!made) return null;
  const created = await findLogged(tx, { action: "product.created", object: made.id });
  const isSame = sameValues(created, await spelled(tx, values, null));
  return isSame
    ? { ok: true, id: made.id, now: productFormOf(made) }
    : { ok: false, reason: "created_before", name: made.name };
}

async function updateIn(
  tx: Tx,
  { fields: sent, actor }: SaveRequest,
  current: EditableProduct,
  now: Date,
): Promise<ProductSaved> {
  const { id, images } = current;
  const stored = fieldsOf(current);
  const typed = readProductForm(sent);
  const base = baseCounts(sent.base);
  const opened = formOf(asOpened(stored, typed, base));
  if (isOutdated(sent.base, opened)) return { ok: false, reason: "changed", now: opened };
  const fields = withTouched(stored, withCountsNow(typed, base, stored));
  const options = current.stock.map((line) => line.variation);
  const checked = checkForm(fields, { categories: await listCategories(tx), stored: options });
  if (!checked.ok) return refuse(checked.errors, fields);
  const { values, renames } = checked;
  const held = heldErrors(current, values, renames);
  if (Object.keys(held).length > 0) return refuse(held, fields);
  const wrong = (await takenErrors(tx, values, current)) ?? (await takeImages(tx, images, values));
  if (wrong) return refuse(inFormerNames(wrong, renames), fields);
  const wanted = await spelled(tx, values, current);
  await changeProducts(tx, [{ before: current, values: wanted, renames }], { actor, now });
  const removed = images
    .map(({ url }) => url)
    .filter((url) => !values.images.some((image) => image.url === url));
  await insertSpareImages(tx, removed, now);
  return { ok: true, id, now: productFormOf(wanted) };
}

/** The counts that a form was opened with. */
function baseCounts(base: unknown) {
  const opened = openedWith(base);
  return opened && readProductForm(opened);
}

async function spelled(
  tx: Tx,
  values: ProductValues,
  current: EditableProduct | null,
): Promise<ProductValues> {
  if (suggestedNames.every((name) => values[name] === current?.[name])) return values;
  const spellings = await listSpellings(tx, [values], { besides: current ? [current.id] : [] });
  return spelledAsKnown(values, current, spellings);
}

/** Codes that another product has. */
async function takenErrors(
  tx: Tx,
  { stock }: ProductValues,
  current: EditableProduct | null,
): Promise<ProductErrors | null> {
  const isNew = ({ sku, gtin }: StockLine) =>
    !current?.stock.some((line) => line.sku === sku && line.gtin === gtin);
  const owners = await listCodeOwners(tx, codeKeysOf(stock.filter(isNew)));
  const others = owners.filter(({ productId }) => productId !== current?.id);
  const errors = takenCodes(stock, others.reduce(addOwner, new Map()));
  return Object.keys(errors).length > 0 ? errors : null;
}

/** Every picture that is new to the product must be uploaded and still stored. */
async function takeImages(
  tx: Tx,
  before: { url: string }[],
  { images }: ProductValues,
): Promise<ProductErrors | null> {
  const added = images.map((image) => image.url).filter((url) => !before.some((old) => old.url === url));
  const missing = await takeSpareImages(tx, added);
  return missing.length === 0
    ? null
    : { images: "This picture no longer exists. Remove it and upload it again" };
}
