// What both the storefront and the back office read of a product in addition to its own columns: its options and its
// pictures, each in the owner's order. All of these are fragments of a statement that calls the table `p`.
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ProductImage } from "#domain/product/image.ts";
import { codeNames } from "#domain/product/options/item-codes.ts";
import {
  type ListAttributes,
  type ListRow,
  listAttributesFrom,
  listColumns,
} from "#domain/product/product-fields.ts";
import type { Products } from "../db/schema.gen.ts";

export type ProductColumn = keyof Products;

/** Column names for a select list, prefixed with the table `of` unless that is null. */
export function columnsOf(of: string | null, columns: readonly ProductColumn[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(of === null ? column : `${of}.${column}`)));
}

type Row = Selectable<Products>;

/** What every list shows of a product. */
export const cardColumns = sql`p.id, p.on_sale, p.stock, p.image_url, p.image_alt, ${columnsOf("p", listColumns)}`;

export type CardRow = Pick<Row, "id" | "on_sale" | "stock" | "image_url" | "image_alt"> & ListRow;

/** `quantity` is what can be sold; the sale price is set only while it applies. */
export function cardOf(row: CardRow): ListAttributes & { id: string; quantity: number } {
  const attributes = listAttributesFrom(row);
  const salePrice = row.on_sale ? attributes.salePrice : null;
  return { ...attributes, id: row.id, salePrice, quantity: row.stock };
}

/** The codes of a row of `inventory i`, for `jsonb_build_object`. */
const codes = sql.raw(codeNames.map((name) => `'${name}', i.${name}`).join(", "));

const inOrder = sql`order by i.position, i.variation collate "C"`;

// Lists are json, not jsonb: they are only sent, and an export of all products builds one for each.

/** Every option with its units; a product without options has one with variation "". */
export const ownerStock = sql`
  coalesce((select json_agg(json_build_object('variation', i.variation, 'onHand', i.on_hand, 'held', i.held,
      'price', i.price, 'salePrice', i.sale_price, ${codes}) ${inOrder})
    from inventory i where i.product_id = p.id), '[]')`;

/** Every option with its sellable units and its price; empty for a product without options. */
export const sellableOptions = sql`
  coalesce((select json_agg(json_build_object('id', i.id, 'variation', i.variation, 'available', i.on_hand - i.held,
      'price', variant_price(p, i, false), 'salePrice', nullif(variant_price(p, i, p.sale_is_on), variant_price(p, i, false)),
      ${codes}) ${inOrder})
    from inventory i where i.product_id = p.id and i.variation <> ''), '[]')`;

/** The codes of a product without options; null for one with options. */
export const ownCodes = sql`
  (select jsonb_build_object(${codes}) from inventory i where i.product_id = p.id and i.variation = '')`;

/** The pictures after the main one. */
export const extraImages = sql`
  coalesce((select json_agg(json_build_object('url', e.image_url, 'alt', e.alt) order by e.display_order)
    from product_images e where e.product_id = p.id), '[]') as extra_images`;

export type ExtraImages = { extra_images: ProductImage[] };

type ImageRow = Pick<Row, "image_url" | "image_alt"> & ExtraImages;

/** All pictures of a product, the main one first. */
export function imagesOf({ image_url, image_alt, extra_images }: ImageRow): ProductImage[] {
  const main = image_url === null ? [] : [{ url: image_url, alt: image_alt }];
  return [...main, ...extra_images.map(({ url, alt }) => ({ url, alt }))];
}
