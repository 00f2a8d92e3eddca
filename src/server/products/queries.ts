// Products as the owner edits them (the room `catalog` has what shoppers read): apart from the lists in
// list-queries.ts, the only file of this room that reads and writes products in SQL. Locks follow the shop's one order
// (inventory rows by id, then the product's row), so that an owner who saves and a shopper who pays never deadlock.
import { type Selectable, sql } from "kysely";
import type { ProductCursor } from "#domain/product/admin-product-search.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { codesOf, noCodes } from "#domain/product/options/item-codes.ts";
import { ownPricesOf } from "#domain/product/options/own-prices.ts";
import type { OptionRename } from "#domain/product/options/rename-options.ts";
import { noOwnPrices } from "#domain/product/product.ts";
import {
  type AttributeRow,
  attributeColumns,
  attributeRow,
  attributesFrom,
  productStatusLabels,
} from "#domain/product/product-fields.ts";
import type { EditableProduct, ProductValues, StockLine } from "#domain/product/product-form.ts";
import { sameValues } from "#domain/text/same-values.ts";
import type { Products } from "../db/schema.gen.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { createdAtText } from "./list-queries.ts";
import { columnsOf, type ExtraImages, extraImages, imagesOf, ownerStock } from "./product-columns.ts";
import { turnSales } from "./turn-sales.ts";

type Row = Pick<Selectable<Products>, "id" | "version" | "image_url" | "image_alt" | "created_at"> &
  AttributeRow &
  ExtraImages &
  Pick<EditableProduct, "stock"> & {
    was_sold: boolean;
    is_hero: boolean;
    waiting: EditableProduct["waiting"];
  };

/** An export says nothing about orders or waiting shoppers. */
type ListedForFile = Omit<EditableProduct, "wasSold" | "isHero" | "waiting">;

const columns = sql`
  p.id, p.version, p.image_url, p.image_alt, p.created_at, ${columnsOf("p", attributeColumns)}, ${extraImages},
  ${ownerStock} as stock`;
const wasSold = sql`exists (select from order_items o where o.product_id = p.id) as was_sold`;
const isHero = sql`exists (select from store_settings where hero_product_id = p.id) as is_hero`;
/** Restock requests that are confirmed and not notified yet. */
const waiting = sql`coalesce((select jsonb_agg(jsonb_build_object('option', i.variation, 'count', w.count) order by i.position)
    from inventory i join lateral (select count(*) from restock_requests r where r.variant_id = i.id
      and r.confirmed_at is not null and r.told_at is null) w on w.count > 0 where i.product_id = p.id), '[]') as waiting`;

/** One statement: products of any status, ordered by id. Ids must be UUIDs. */
export async function listEditable(db: Db, ids: string[]): Promise<EditableProduct[]> {
  const { rows } = await sql<Row>`
    select ${columns}, ${wasSold}, ${isHero}, ${waiting} from products p where p.id = any(${ids}::uuid[]) order by p.id`.execute(
    db,
  );
  return rows.map(toEditable);
}

/**
 * One statement: the next products of any status, newest first, each with its position in that order. Each status is
 * read by its index.
 */
export async function listNewestEditable(
  db: Db,
  { after, limit }: { after: ProductCursor | null; limit: number },
): Promise<{ product: ListedForFile; cursor: ProductCursor }[]> {
  const rest = after ? sql`and (created_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``;
  const ofStatus = Object.keys(productStatusLabels).map(
    (status) => sql`(select id, created_at from products where status = ${status} ${rest}
      order by created_at desc, id desc limit ${limit})`,
  );
  const { rows } = await sql<Omit<Row, "was_sold" | "is_hero" | "waiting"> & { cursor_key: string }>`
    select ${columns}, ${createdAtText} as cursor_key from (
      select id from (${sql.join(ofStatus, sql` union all `)}) o order by created_at desc, id desc limit ${limit}) page
    join products p on p.id = page.id order by p.created_at desc, p.id desc`.execute(db);
  return rows.map((row) => ({ product: toListed(row), cursor: { id: row.id, key: row.cursor_key } }));
}

/** Locks the existing ones among these products with their stock, and reads them. */
export async function lockProducts(tx: Tx, ids: string[]): Promise<EditableProduct[]> {
  await sql`select from inventory where product_id = any(${ids}::uuid[])
    order by id for update`.execute(tx);
  await sql`select from products where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  return listEditable(tx, ids);
}

function toEditable(row: Row): EditableProduct {
  return {
    ...toListed(row),
    wasSold: row.was_sold,
    isHero: row.is_hero,

    waiting: row.waiting,
  };
}

function toListed(row: Omit<Row, "was_sold" | "is_hero" | "waiting">): ListedForFile {
  return {
    ...attributesFrom(row),
    id: row.id,
    version: row.version,
    stock: row.stock,
    images: imagesOf(row),
    createdAt: row.created_at.toISOString(),
  };
}

/** Products as arrays for one statement, so that a thousand take as few statements as one. */
const PRODUCTS_PER_STATEMENT = 500;

function* batchesOf<T>(items: T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += PRODUCTS_PER_STATEMENT) {
    yield items.slice(start, start + PRODUCTS_PER_STATEMENT);
  }
}

/** `createdAt`: when the product is older than now. */
export type NewProduct = { id: string; values: ProductValues; createdAt?: Date };

/** The columns of a product's row that the owner writes; pictures and stock are stored in other tables. */
const writtenColumns = [...attributeColumns, "image_url", "image_alt", "variations"] as const;

type WrittenRow = AttributeRow & Pick<Selectable<Products>, "image_url" | "image_alt" | "variations">;

function writtenRow(values: ProductValues): WrittenRow {
  const options = values.stock.map((line) => line.variation).filter(Boolean);
  return {
    ...attributeRow(values),
    image_url: values.images[0]?.url ?? null,
    image_alt: values.images[0]?.alt ?? "",
    variations: options.length > 0 ? options : null,
  };
}

const insertedColumns = [...writtenColumns, "id", "stock", "created_at", "updated_at"] as const;

/** `source` is what the stock ledger names for the first units. */
export async function insertProducts(
  tx: Tx,
  products: NewProduct[],
  { now, source = "admin" }: { now: Date; source?: string },
): Promise<void> {
  for (const batch of batchesOf(products)) {
    const rows = batch.map(({ id, values, createdAt: created_at = now }) => {
      // The stock is already correct, so the inventory's trigger has nothing to write.
      const stock = values.stock.reduce((sum, { onHand }) => sum + onHand, 0);
      return { ...writtenRow(values), id, stock, created_at, updated_at: created_at };
    });
    await sql`insert into products (${columnsOf(null, insertedColumns)})
      select ${columnsOf("r", insertedColumns)} from ${productRecords(rows)}`.execute(tx);
    const dated = batch.filter(({ values }) => isDated(values)).map(({ id }) => id);
    if (dated.length > 0) await turnSales(tx, now, dated);
    await insertStock(tx, batch.flatMap(stockRows), { now, source });
    await insertExtraImages(tx, batch.flatMap(imageRows));
  }
}

/** A locked product and its new values. `renames`: options that the values list under a new name. */
export type ProductChange = { before: EditableProduct; values: ProductValues; renames?: OptionRename[] };

/** Writes the differences. Pictures and options that stay keep their rows. */
export async function updateProducts(tx: Tx, changes: ProductChange[], now: Date): Promise<void> {
  // A file renames nothing, but may move a code from a product of a later batch to one of an earlier batch.
  if (changes.length > PRODUCTS_PER_STATEMENT)
    for (const batch of batchesOf(changes)) await takeCodesOff(tx, batch);
  for (const batch of batchesOf(changes)) {
    await renameOptions(tx, batch);
    await writeStock(tx, batch.map(afterRenames), now);
    const rows = batch.map(({ before, values }) => ({ id: before.id, ...writtenRow(values) }));
    const assignments = writtenColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`);
    await sql`
      update products p set ${sql.join(assignments)}, version = p.version + 1, updated_at = ${now}
      from ${productRecords(rows)} where p.id = r.id`.execute(tx);
    const dated = batch.filter(({ before, values }) => isDated(before) || isDated(values));
    if (dated.length > 0)
      await turnSales(
        tx,
        now,
        dated.map(({ before }) => before.id),
      );
    await writeExtraImages(tx, batch);
  }
}

/** It has, or had, a scheduled sale. */
function isDated({ saleStartsAt, saleEndsAt }: Pick<ProductValues, "saleStartsAt" | "saleEndsAt">): boolean {
  return saleStartsAt !== "" || saleEndsAt !== "";
}

/** Rows in the table's shape, as `r`; missing columns are null. */
function productRecords(rows: object[]) {
  return sql`jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb) as r`;
}

async function renameOptions(tx: Tx, batch: ProductChange[]): Promise<void> {
  const renames = batch.flatMap(({ before, renames: all = [] }) =>
    all.map((one) => ({ id: before.id, ...one })),
  );
  if (renames.length === 0) return;
  await sql`
    update inventory i set variation = r."to"
    from jsonb_to_recordset(${JSON.stringify(renames)}::jsonb) as r(id uuid, "from" text, "to" text)
    where i.product_id = r.id and i.variation = r."from"`.execute(tx);
}

/** The product after its options are renamed. */
function afterRenames({ before, values, renames = [] }: ProductChange): ProductChange {
  const stock = before.stock.map((line) => {
    const renamed = renames.find(({ from }) => from === line.variation);
    return renamed ? { ...line, variation: renamed.to } : line;
  });
  return { before: { ...before, stock }, values };
}

type StockRow = StockLine & { id: string; position: number };

function stockRows({ id, values }: NewProduct): StockRow[] {
  return values.stock.map((line, position) => ({ ...line, id, position }));
}

async function writeStock(tx: Tx, batch: ProductChange[], now: Date): Promise<void> {
  const removed = batch.flatMap(({ before, values }) => {
    const wanted = new Set(values.stock.map((line) => line.variation));
    const gone = before.stock.filter((line) => !wanted.has(line.variation));
    return gone.map(({ variation }) => ({
      id: before.id,
      variation,
      onHand: 0,
      position: 0,
      ...noCodes,
      ...noOwnPrices,
    }));
  });
  // The ledger explains every unit, including those of a removed option.
  await setOnHand(tx, removed, now);
  if (removed.length > 0) {
    await sql`
      delete from inventory i using jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as r(id uuid, variation text)
      where i.product_id = r.id and i.variation = r.variation`.execute(tx);
  }
  const changed = batch.flatMap(({ before, values }) =>
    stockRows({ id: before.id, values }).filter(({ variation, onHand, position }) => {
      const old = before.stock[position];
      return old?.variation !== variation || old.onHand !== onHand;
    }),
  );
  await setOnHand(tx, changed, now);
  await writeOwnFacts(tx, batch);
}

/** Clears the codes of options that get other codes or are removed. */
async function takeCodesOff(tx: Tx, batch: ProductChange[]): Promise<void> {
  const leaving = batch.flatMap(({ before, values }) =>
    before.stock.flatMap((line) => {
      const next = values.stock.find(({ variation }) => variation === line.variation);
      return sameValues(codesOf(line), next ? codesOf(next) : noCodes)
        ? []
        : [{ id: before.id, variation: line.variation }];
    }),
  );
  if (leaving.length === 0) return;
  await sql`
    update inventory i set sku = '', gtin = '', mpn = ''
    from jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) as r(id uuid, variation text)
    where i.product_id = r.id and i.variation = r.variation`.execute(tx);
}

const ownFacts = (line: StockLine) => ({ ...codesOf(line), ...ownPricesOf(line) });

/** Codes and own prices. A code may move between options: all changed codes are cleared before one is set. */
async function writeOwnFacts(tx: Tx, batch: ProductChange[]): Promise<void> {
  const changed = batch.flatMap(({ before, values }) =>
    stockRows({ id: before.id, values }).filter((row) => {
      const old = before.stock.find((line) => line.variation === row.variation);
      return !sameValues(ownFacts(row), old ? ownFacts(old) : { ...noCodes, ...noOwnPrices });
    }),
  );
  if (changed.length === 0) return;
  await sql`
    update inventory i set sku = '', gtin = '', mpn = '' from ${stockRecords(changed)}
    where i.product_id = r.id and i.variation = r.variation`.execute(tx);
  await sql`
    update inventory i set sku = r.sku, gtin = r.gtin, mpn = r.mpn,
      price = r.price, sale_price = r."salePrice" from ${stockRecords(changed)}
    where i.product_id = r.id and i.variation = r.variation`.execute(tx);
}

/** The first stock of new products: what set_on_hand does for one option, for thousands of them. */
async function insertStock(
  tx: Tx,
  rows: StockRow[],
  { now, source }: { now: Date; source: string },
): Promise<void> {
  await sql`
    with made as (
      insert into inventory (product_id, variation, position, on_hand, sku, gtin, mpn, price, sale_price)
      select id, variation, position, "onHand", sku, gtin, mpn, price, "salePrice" from ${stockRecords(rows)}
      returning id, product_id, on_hand)
    insert into stock_movements (product_id, variant_id, kind, quantity, source, created_at)
    select product_id, id, 'initial', on_hand, ${source}, ${now} from made where on_hand <> 0`.execute(tx);
}

function stockRecords(rows: StockRow[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(id uuid, variation text, "onHand" integer, position integer, sku text, gtin text, mpn text,
      price integer, "salePrice" integer)`;
}

async function setOnHand(tx: Tx, rows: StockRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    select set_on_hand(id, variation, "onHand", position, 'admin', ${now}) from ${stockRecords(rows)}`.execute(
    tx,
  );
}

type ImageRow = ProductImage & { id: string; place: number };

/** The pictures after the main one. */
function imageRows({ id, values }: Pick<NewProduct, "id"> & { values: Pick<ProductValues, "images"> }) {
  return values.images.slice(1).map((image, index): ImageRow => ({ ...image, id, place: index + 1 }));
}

/** Positions are unique at every moment: rows that move are moved out of the way first. */
const ASIDE = 1_000;

async function writeExtraImages(tx: Tx, batch: ProductChange[]): Promise<void> {
  const rows = batch.map(({ before, values }) => ({
    before: imageRows({ id: before.id, values: before }),
    after: imageRows({ id: before.id, values }),
  }));
  const changed = rows.filter(({ before, after }) => !sameValues(before, after));
  if (changed.length === 0) return;
  const isIn = (images: ImageRow[]) => (image: ImageRow) => images.some((other) => other.url === image.url);
  const removed = changed.flatMap(({ before, after }) => before.filter((image) => !isIn(after)(image)));
  const kept = changed.flatMap(({ before, after }) => after.filter(isIn(before)));
  const added = changed.flatMap(({ before, after }) => after.filter((image) => !isIn(before)(image)));
  await sql`
    delete from product_images e using ${imageRecords(removed)}
    where e.product_id = r.id and e.image_url = r.url`.execute(tx);
  const ids = [...new Set(kept.map(({ id }) => id))];
  await sql`
    update product_images set display_order = display_order + ${ASIDE}
    where product_id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    update product_images e set alt = r.alt, display_order = r.place from ${imageRecords(kept)}
    where e.product_id = r.id and e.image_url = r.url`.execute(tx);
  await insertExtraImages(tx, added);
}

async function insertExtraImages(tx: Tx, images: ImageRow[]): Promise<void> {
  if (images.length === 0) return;
  await sql`
    insert into product_images (product_id, image_url, alt, display_order)
    select id, url, alt, place from ${imageRecords(images)}`.execute(tx);
}

function imageRecords(images: ImageRow[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(images)}::jsonb) as r(id uuid, url text, alt text, place integer)`;
}

/** Deletes a product with its stock and its list of pictures. */
export async function deleteProductRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("products").where("id", "=", id).execute();
}
