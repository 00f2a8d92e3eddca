// Two concurrent saves that rename a variant or give it a code.
import { beforeEach, expect, test } from "vitest";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { openProductForm } from "#test/shop/product-editing.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";

const store = freshShop({}, closeWithBooks);
let polo: string;
beforeEach(async () => {
  polo = await addPolo();
});

async function addPolo(): Promise<string> {
  const id = await addProduct(store.shop, { name: "Polo", stock: { L: 3, M: 10 } });
  const picture = { image_url: `/storage/product-images/${id}.webp`, image_alt: "Polo" };
  await store.shop.db.updateTable("products").set(picture).where("id", "=", id).execute();
  return id;
}

const openForm = (id: string) => openProductForm(store.shop, id);

const toMedium = { renames: [{ from: "M", to: "Medium" }] };
test("[VA-1] the second of two concurrent renames sees the first, and changes nothing", async () => {
  const [one, two] = [await openForm(polo), await openForm(polo)];
  const results = await Promise.all([one(toMedium), two({ renames: [{ from: "M", to: "Mid" }] })]);
  expect(results.map((result) => result.ok).sort()).toEqual([false, true]);
  expect(results.find((result) => !result.ok)).toMatchObject({ reason: "changed" });
  expect((await stockOf(store.shop, polo)).map(({ on_hand }) => on_hand)).toEqual([3, 10]);
});

test("[CH-1] two concurrent saves can't give two products one code: the second is told which product has it", async () => {
  const [one, two] = [await openForm(polo), await openForm(await addPolo())];
  const codes = [{ option: "M", sku: "P-1", gtin: "4006381333931", mpn: "" }];
  const results = await Promise.all([one({ codes }), two({ codes })]);
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  expect(results.find((result) => !result.ok)).toEqual({
    ok: false,
    reason: "invalid",
    errors: {
      "codes[1].sku": "The SKU P-1 belongs to “Polo (M)” already. Give each option its own",
      "codes[1].gtin": "The GTIN 4006381333931 belongs to “Polo (M)” already. Give each option its own",
    },
  });
});
