import type { EditableProduct } from "#domain/product/product-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../core/shop.ts";
import { listEditable } from "./queries.ts";

/** A product of any status in the form's shape, or null. Any text is fine as an id. */
export async function findEditable(shop: Shop, { id }: { id: string }): Promise<EditableProduct | null> {
  return isUuid(id) ? ((await listEditable(shop.db, [id]))[0] ?? null) : null;
}
