// What a product's own page shows, as the database function product_page answers it, turned into domain values.
import { sql } from "kysely";
import type { ProductImage } from "#domain/product/image.ts";
import {
  COLORS_MAX,
  type DesignColor,
  type Product,
  type ProductInColors,
  type ProductSummary,
} from "#domain/product/product.ts";
import type { PageRow } from "#domain/product/product-fields.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Db } from "../db/transaction.ts";
import type { CardRow, ExtraImages } from "../products/product-columns.ts";
import { readShownReviews, type ShownReviews, type ShownReviewsJson } from "../reviews/queries.ts";
import {
  type DetailRow,
  detailOf,
  mainImage,
  onlyRow,
  type SummaryRow,
  toImage,
  toSummary,
} from "./queries.ts";

type ColorRow = Omit<DesignColor, "image"> & { key: string; url: string | null; hasAvif: boolean };

/** As the database function product_page answers. */
type PageJson = Pick<DetailRow, "options" | "codes" | "repeats_color"> &
  ExtraImages & {
    row: CardRow & PageRow & { created_at: string; updated_at: string };
    has_avif: boolean;
    design_key: string;
    color_key: string;
    colors: ColorRow[];
  };

type ProductPageAsked = {
  /** A UUID. */
  id: string;
  relatedMax: number;
  reviewsMax: number;
  /** After which review its reviews begin; null: with the newest. */
  after: Cursor | null;
};

/** Of the product's category, as far as it can be bought: what is next older, and the newest in the places that that leaves. */
export type Related = { older: ProductSummary[]; newest: ProductSummary[] };

type Found = {
  product: ProductInColors;
  /** The design as designs are compared; "" for none. */
  design: string;
  related: Related;
  reviews: ShownReviews | null;
};

/** One statement: what the page of an active product shows; null when there is none. */
export async function findProductPage(db: Db, asked: ProductPageAsked): Promise<Found | null> {
  const { id, relatedMax, reviewsMax, after } = asked;
  type Row = {
    product: PageJson | null;
    related: { older: number; products: SummaryRow[] };
    reviews: ShownReviewsJson | null;
  };
  const { rows } = await sql<Row>`
    select product, related, reviews from product_page(${id}::uuid, ${COLORS_MAX}, ${relatedMax}, ${reviewsMax},
      ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)`.execute(db);
  const row = onlyRow(rows);
  if (row.product === null) return null;
  const product = toProduct(row.product);
  const related = row.related.products.map(toSummary);
  return {
    product: { ...product, colors: colorsBeside(product, row.product) },
    design: row.product.design_key,
    related: { older: related.slice(0, row.related.older), newest: related.slice(row.related.older) },
    reviews: row.reviews && readShownReviews(row.reviews),
  };
}

/** All colors of the design in one order on each of their pages, with the product itself in the place of its color. */
function colorsBeside(product: Product, { color_key, colors }: PageJson): DesignColor[] {
  const { id, color, images, quantity } = product;
  const own = { id, color, image: picture(images[0]?.url, images[0]?.hasAvif), isSoldOut: quantity === 0 };
  const others = colors.map(({ key, url, hasAvif: has, ...other }) => {
    return key === color_key ? own : { ...other, image: picture(url, has) };
  });
  const isMissing = color !== "" && !others.includes(own);
  const all = isMissing ? [...others.slice(0, COLORS_MAX - 1), own] : others;
  return all.some((other) => other !== own) ? all : [];
}

/** Beside the name of its color a picture needs no words. */
function picture(url: string | null | undefined, has: boolean | undefined): ProductImage | null {
  return url ? { url, alt: "", ...(has ? { hasAvif: true } : {}) } : null;
}

function toProduct({ row, ...beside }: PageJson): Product {
  const { has_avif, options, extra_images } = beside;
  const summary = toSummary({ ...row, has_avif, second_image: null, has_options: options.length > 0 });
  const images = [
    ...mainImage({ ...row, has_avif }),
    ...extra_images.map((image) => toImage(image, row.name)),
  ];
  return { ...summary, ...detailOf({ ...row, ...beside }), images };
}
