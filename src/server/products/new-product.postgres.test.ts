import { expect, test } from "vitest";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { saveProduct } from "./save-product.ts";

const { shop, typed, movements, audit } = editingTests();

test("[PF-1] a new-product form submitted twice at the same moment makes one product", async () => {
  const newId = shop().newId();
  const fields = await typed();
  const send = () => saveProduct(shop(), { id: null, newId, fields, actor });
  const made = { ok: true, id: newId };
  expect(await Promise.all([send(), send()])).toMatchObject([made, made]);
  expect(await shop().db.selectFrom("products").select("id").execute()).toEqual([{ id: newId }]);
  expect(await movements(newId)).toHaveLength(2);
  expect(await audit(newId)).toHaveLength(1);
});
