import type { ProductCursor } from "#domain/product/admin-product-search.ts";
import {
  DRAFTS_PER_PAGE,
  type DraftErrors,
  lacksNow,
  type OpenedDraft,
  openedDraft,
} from "#domain/product/drafts/draft-rows.ts";
import type { ProductImage } from "#domain/product/image.ts";
import type { Shop } from "../../core/shop.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { listProductsAfter } from "../list-queries.ts";
import { listEditable } from "../queries.ts";

/** A draft as a row of the table. `lacks`: why it can't be sold yet. */
export type DraftRow = {
  id: string;
  image: ProductImage | null;
  pictures: number;
  opened: OpenedDraft;
  lacks: DraftErrors;
};

export type DraftPage = { drafts: DraftRow[]; next: ProductCursor | null };

/** One page of all drafts, newest first. Three statements. */
export async function listDrafts(shop: Shop, after: ProductCursor | null): Promise<DraftPage> {
  const filter = { statuses: ["draft"] as const, query: "", samples: false, sort: "newest" as const, after };
  const found = await listProductsAfter(shop.db, filter, DRAFTS_PER_PAGE + 1);
  const shown = found.slice(0, DRAFTS_PER_PAGE);
  const ids = shown.map(({ product }) => product.id);
  const products = new Map((await listEditable(shop.db, ids)).map((product) => [product.id, product]));
  const categories = await listCategories(shop.db);
  const drafts = ids.flatMap((id): DraftRow[] => {
    const product = products.get(id);
    if (!product) return [];
    return [
      {
        ...{ id, image: product.images[0] ?? null, pictures: product.images.length },
        opened: openedDraft(product),
        lacks: lacksNow(product, categories),
      },
    ];
  });
  return { drafts, next: found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null };
}
