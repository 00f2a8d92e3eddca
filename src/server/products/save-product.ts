// Saves what the owner typed: the product, its stock, its pictures, and the audit entry in one transaction, or nothing.
// Only what this editor changed is written. Fields that the form did not send, or sent unchanged, keep their current
// values, so a sale in the meantime is never undone. When someone else has saved the product, or counted units were
// sold, nothing is written and the editor sees what changed. Stock never goes below what shoppers hold.
import type { CategoryChoice } from "#domain/category/category.ts";
import { usualCategory } from "#domain/category/guess-category.ts";
import { addOwner, codeKeysOf, takenCodes } from "#domain/product/options/code-owners.ts";
import {
  nameErrors,
  type OptionRename,
  wantedRenames,
  withRenames,
} from "#domain/product/options/rename-options.ts";
import { spelledAsKnown, suggestedNames } from "#domain/product/options/spellings.ts";
import {
  changesBetween,
  contestedStock,
  type FieldChange,
  heldErrors,
  type SentFields,
  touchedFields,
  withTouched,
} from "#domain/product/product-edit.ts";
import {
  checkProduct,
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
  sent: SentFields;
  /** The values and the version that the form was opened with; null when the form sends none. */
  base: ProductFields | null;
  version: number | null;
  /** Who saves, for the audit log. */
  actor: string;
};

export type SaveResult =
  | { ok: true; id: string; version: number }
  | { ok: false; reason: "invalid"; errors: ProductErrors }
  | { ok: false; reason: "not_found" }
  /** This form already made a product, and now differs from it. */
  | { ok: false; reason: "created_before"; name: string }
  | { ok: false; reason: "changed_meanwhile"; product: EditableProduct; changes: FieldChange[] };

/** Creates or updates a product. Any text is fine in the fields and as an id, even for a new product. */
export async function saveProduct(shop: Shop, request: SaveRequest): Promise<SaveResult> {
  const { id } = request;
  const result = await sayingWhoWasFirst(() =>
    id === null
      ? inTransaction(shop, (tx) => createIn(tx, shop, request))
      : withProduct(shop, id, (tx, product, now) => updateIn(tx, request, product, now)),
  );
  if (result.ok) await shop.catalogChanged();
  return result;
}

async function createIn(tx: Tx, shop: Shop, { newId, sent, actor }: SaveRequest): Promise<SaveResult> {
  const categories = await listCategories(tx);
  const category = usualCategory(categories)?.id ?? "";
  const checked = checkNamed({ ...emptyFields, category, ...sent }, null, categories);
  if (!checked.ok) return { ...checked, reason: "invalid" };
  const before = await madeBefore(tx, newId, checked.values);
  if (before) return before;
  const missing = (await refuseTaken(tx, checked.values, null)) ?? (await takeImages(tx, [], checked.values));
  // A concurrent submit of the same form has taken the codes.
  if (missing) return (await madeBefore(tx, newId, checked.values)) ?? missing;
  const values = await spelled(tx, checked.values, null);
  const product = { id: isUuid(newId) ? newId : shop.newId(), values };
  await createProducts(tx, [product], { actor, now: nowOf(shop) });
  return { ok: true, id: product.id, version: 1 };
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
): Promise<SaveResult | null> {
  const [made] = isUuid(newId) ? await listEditable(tx, [newId]) : [];
  if (!made) return null;
  const created = await findLogged(tx, { action: "product.created", object: made.id });
  const isSame = sameValues(created, await spelled(tx, values, null));
  return isSame
    ? { ok: true, id: made.id, version: made.version }
    : { ok: false, reason: "created_before", name: made.name };
}

async function updateIn(
  tx: Tx,
  request: SaveRequest,
  current: EditableProduct,
  now: Date,
): Promise<SaveResult> {
  const { id, version, images } = current;
  const touched = touchedFields(request.sent, request.base);
  const changes = changesMeanwhile(request, current, touched);
  if (changes) return { ok: false, reason: "changed_meanwhile", product: current, changes };
  const categories = await listCategories(tx);
  const checked = checkNamed(withTouched(fieldsOf(current), touched), current, categories);
  if (!checked.ok) return { ...checked, reason: "invalid" };
  const { values, renames } = checked;
  const held = heldErrors(current, values, renames);
  if (Object.keys(held).length > 0) return { ok: false, reason: "invalid", errors: held };
  const missing = (await refuseTaken(tx, values, current)) ?? (await takeImages(tx, images, values));
  if (missing) return missing;
  const wanted = await spelled(tx, values, current);
  const written = await changeProducts(tx, [{ before: current, values: wanted, renames }], {
    actor: request.actor,
    now,
  });
  const removed = images
    .map(({ url }) => url)
    .filter((url) => !values.images.some((image) => image.url === url));
  await insertSpareImages(tx, removed, now);
  return { ok: true, id, version: version + written.length };
}

/** Checks the options' names, and the product after they are renamed. `renames`: of existing options. */
function checkNamed(
  fields: ProductFields,
  current: EditableProduct | null,
  categories: readonly CategoryChoice[],
) {
  const renames = wantedRenames(fields);
  const stored = current?.stock.map((line) => line.variation) ?? [];
  const errors: ProductErrors = nameErrors(fields, renames, stored);
  const good = renames.filter(({ from }) => errors[`rename:${from}`] === undefined);
  const checked = checkProduct(withRenames(fields, good), { categories });
  if (!checked.ok) Object.assign(errors, inFormerNames(checked.errors, good));
  if (!checked.ok || Object.keys(errors).length > 0) return { ok: false as const, errors };
  return {
    ok: true as const,
    values: checked.values,
    renames: renames.filter(({ from }) => stored.includes(from)),
  };
}

/** Until it is saved, the form shows an option under its old name. */
function inFormerNames(errors: ProductErrors, renames: OptionRename[]): ProductErrors {
  const entries = Object.entries(errors).map(([key, message]) => {
    const [, kind, option] = /^([a-zA-Z]+:)(.*)$/s.exec(key) ?? [];
    const renamed = renames.find(({ to }) => to === option);
    return [kind && renamed ? `${kind}${renamed.from}` : key, message];
  });
  return Object.fromEntries(entries) as ProductErrors;
}

/** null when there was no other editor. A form without a version has not seen this product. */
function changesMeanwhile(
  { base, version }: SaveRequest,
  current: EditableProduct,
  touched: SentFields,
): FieldChange[] | null {
  const now = fieldsOf(current);
  if (version !== current.version) return base ? changesBetween(base, now) : [];
  const contested = base ? contestedStock(base, now, touched) : [];
  return contested.length > 0 ? contested : null;
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
async function refuseTaken(
  tx: Tx,
  { stock }: ProductValues,
  current: EditableProduct | null,
): Promise<SaveResult | null> {
  const isNew = ({ sku, gtin }: StockLine) =>
    !current?.stock.some((line) => line.sku === sku && line.gtin === gtin);
  const owners = await listCodeOwners(tx, codeKeysOf(stock.filter(isNew)));
  const others = owners.filter(({ productId }) => productId !== current?.id);
  const errors = takenCodes(stock, others.reduce(addOwner, new Map()));
  return Object.keys(errors).length > 0 ? { ok: false, reason: "invalid", errors } : null;
}

/** Every picture that is new to the product must be uploaded and still stored. */
async function takeImages(
  tx: Tx,
  before: { url: string }[],
  { images }: ProductValues,
): Promise<SaveResult | null> {
  const added = images.map((image) => image.url).filter((url) => !before.some((old) => old.url === url));
  if ((await takeSpareImages(tx, added)).length === 0) return null;
  const errors = { images: "A picture is not stored anymore. Remove it and upload it again" };
  return { ok: false, reason: "invalid", errors };
}
