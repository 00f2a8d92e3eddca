// Product picker for the owner: products for sale whose name contains all the words, or that have one of them as a SKU.
import { sql } from "kysely";
import { PICK_WORDS_MAX, PICKS_MAX, type ProductPick } from "#domain/product/pick.ts";
import { likePattern } from "#domain/text/like-pattern.ts";
import { nowOf, type Shop } from "../core/shop.ts";

/** Sorted by name. `isCut`: there are more. */
export async function pickProducts(
  shop: Shop,
  { words }: { words: string },
): Promise<{ products: ProductPick[]; isCut: boolean }> {
  const typed = words.slice(0, PICK_WORDS_MAX).trim().toLowerCase();
  const patterns = typed.split(/\s+/).filter(Boolean).map(likePattern);
  const { rows } = await sql<ProductPick>`
    select p.id, p.name, case when p.image_url is not null then
        jsonb_build_object('url', p.image_url, 'alt', coalesce(nullif(p.image_alt, ''), p.name)) end as image,
      (select coalesce(jsonb_agg(jsonb_build_object('variation', v.variation, 'free', greatest(0, v.on_hand - v.held),
          'price', price_now(p, v, ${nowOf(shop)}::timestamptz)) order by v.position, v.variation), '[]')
        from inventory v where v.product_id = p.id) as variants
    from products p
    where p.status = 'active' and (lower(p.name) like all (${patterns}::text[])
      or exists (select from inventory v where v.product_id = p.id and v.sku <> '' and lower(v.sku) = ${typed}))
    order by lower(p.name) collate "C", p.id limit ${PICKS_MAX + 1}`.execute(shop.db);
  return { products: rows.slice(0, PICKS_MAX), isCut: rows.length > PICKS_MAX };
}
