import { describe, expect, test } from "vitest";
import { parseBulkEdit } from "#domain/product/bulk-edit.ts";
import { actor, editingTests } from "#test/product-editing.ts";
import { bulkEdit } from "./bulk-edit.ts";
import { findEditable } from "./find-editable.ts";

const { shop, create, hold, audit } = editingTests();

describe("changing many products at once", () => {
  const edit = async (ids: string[], action: string, value = "") => {
    const parsed = parseBulkEdit(action, value);
    if (!parsed.ok) throw new Error(parsed.message);
    return bulkEdit(shop(), { ids, edit: parsed.edit, actor });
  };
  const read = async (id: string) => (await findEditable(shop(), { id }))!;

  test("a change of many products sets prices, sales, stock and states", async () => {
    const ids = [await create(), await create({ options: "", quantity: "5" })];
    expect(await edit([...ids, shop().newId(), "x"], "price-change", "-10")).toEqual({
      ok: true,
      changed: 2,
    });
    expect((await read(ids[0]!)).price).toBe(6_480);
    await edit(ids, "sale-percent", "50");
    await edit(ids, "stock-add", "2");
    expect(await read(ids[1]!)).toMatchObject({ salePrice: 3_240, stock: [{ variation: "", onHand: 7 }] });
    expect((await read(ids[0]!)).stock.map((line) => line.onHand)).toEqual([5, 2, 9]);
    await edit(ids, "stock-set", "0");
    await edit(ids, "sale-end");
    await edit(ids, "archive");
    expect(await read(ids[0]!)).toMatchObject({ salePrice: null, status: "archived" });
    expect((await read(ids[0]!)).stock.map((line) => line.onHand)).toEqual([0, 0, 0]);
    expect((await audit(ids[1]!)).length).toBe(7);
  });

  test("a change of many products changes nothing at all when one product refuses", async () => {
    const ids = [await create(), await create({ salePrice: "60" })];
    expect(await edit(ids, "price-set", "60")).toEqual({
      ok: false,
      reason: "refused",
      problems: [{ name: "Harbor Polo", message: "Sale price must be below the price" }],
    });
    await hold(ids[0]!, "L", 1);
    expect(await edit(ids, "stock-set", "0")).toMatchObject({ reason: "refused" });
    expect((await read(ids[0]!)).price).toBe(7_200);
    expect(await edit([], "archive")).toEqual({ ok: false, reason: "nothing_selected" });
  });
});
