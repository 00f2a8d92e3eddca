import { describe, expect, test } from "vitest";
import { parseStockChanges } from "#domain/product/stock-edit.ts";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { stockOf } from "#test/shop/products.ts";
import { setStock } from "./set-stock.ts";

const { shop, catalogChanges, create, hold, audit, movements, sell } = editingTests();

/** As the list posts it: each variant with its old and new quantity. */
function changesOf(lines: [variation: string, was: string, onHand: string][]) {
  return parseStockChanges(
    lines.map(([variation, , onHand]) => ({ variation, onHand })),
    lines.map(([variation, was]) => ({ variation, onHand: was })),
  );
}

const set = async (id: string, ...lines: [string, string, string][]) => {
  const parsed = changesOf(lines);
  if (!parsed.ok) throw new Error(parsed.message);
  return setStock(shop(), { id, changes: parsed.changes, actor });
};
const onHand = async (id: string) => (await stockOf(shop(), id)).map((line) => line.on_hand);

describe("[PF-6] restocking in the list", () => {
  test("restocking saves the changed quantities, with ledger, audit log, and fresh pages", async () => {
    const id = await create();
    expect(await set(id, ["S", "3", "3"], ["M", "0", "12"], ["L", "7", "0"])).toMatchObject({ ok: true });
    expect(await onHand(id)).toEqual([3, 12, 0]);
    expect((await movements(id)).slice(2)).toMatchObject([{ quantity: 12 }, { quantity: -7 }]);
    expect(Object.keys((await audit(id)).at(-1)?.after as object)).toEqual(["stock"]);
    expect(catalogChanges()).toBe(2);
  });

  test("restocking does not undo a sale", async () => {
    const id = await create();
    await sell(id, "L");
    expect(await set(id, ["S", "3", "9"], ["L", "7", "10"])).toMatchObject({
      ok: false,
      reason: "refused",
      message: "The stock of L was 7 when you started and is 6 now. Check it and save again",
    });
    expect(await onHand(id)).toEqual([3, 0, 6]);
    expect(await set(id, ["S", "3", "9"])).toMatchObject({ ok: true });
  });

  test("[KN-1] a difference is added to the current stock, despite sales in the meantime", async () => {
    const id = await create();
    await sell(id, "L");
    expect(await set(id, ["L", "7", "+12"])).toMatchObject({ ok: true });
    expect(await onHand(id)).toEqual([3, 0, 18]);
    expect(await set(id, ["L", "18", "-8"])).toMatchObject({ ok: true });
    expect(await onHand(id)).toEqual([3, 0, 10]);
    expect(changesOf([["M", "1", "+"]])).toMatchObject({ ok: false });
  });

  test("restocking keeps units on hold, and refuses deleted variants and products", async () => {
    const id = await create();
    await hold(id, "L", 2);
    expect(await set(id, ["L", "7", "1"])).toMatchObject({ message: /^2 are held for shoppers/ });
    expect(await set(id, ["XL", "1", "2"])).toMatchObject({
      message: "XL no longer exists",
    });
    for (const gone of ["x", shop().newId()]) {
      expect(await set(gone, ["", "1", "2"])).toEqual({ ok: false, reason: "not_found" });
    }
  });

  test("[PF-2] a quantity in stock is a whole number", () => {
    const message = "Quantity must be a non-negative integer";
    expect(changesOf([["", "1", "1.5"]])).toEqual({ ok: false, at: 0, message });
    expect(
      changesOf([
        ["S", "1", "2"],
        ["M", "1", "-2"],
      ]),
    ).toEqual({ ok: false, at: 1, message });
  });
});
