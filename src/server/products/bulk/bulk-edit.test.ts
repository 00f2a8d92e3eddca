import { describe, expect, test } from "vitest";
import { parseBulkEdit } from "#domain/product/bulk-edit.ts";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { findEditable } from "../find-editable.ts";
import { type BulkRow, bulkEdit, previewBulk } from "./bulk-edit.ts";
import { undoBulk } from "./undo-bulk.ts";

const { shop, advance, create, hold, audit } = editingTests();

const parsed = (action: string, value: string) => {
  const typed = parseBulkEdit({ action, value });
  if (!typed.ok) throw new Error(typed.message);
  return typed.edit;
};
const edit = (ids: string[], action: string, value = "", seen?: Record<string, string>) =>
  bulkEdit(shop(), { ids, edit: parsed(action, value), actor, ...(seen ? { seen } : {}) });
const seenIn = (rows: BulkRow[]) => Object.fromEntries(rows.map(({ id, seen }) => [id, seen]));
const read = async (id: string) => (await findEditable(shop(), { id }))!;
const undo = (id: string | null) => undoBulk(shop(), { id: id ?? "", actor });

async function changed(...asked: Parameters<typeof edit>) {
  const result = await edit(...asked);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

describe("changing many products at once", () => {
  test("a change of many products sets prices, sales, stock and states", async () => {
    const ids = [await create(), await create({ options: "", quantity: "5" })];
    expect(await edit([...ids, shop().newId(), "x"], "price-change", "-10")).toMatchObject({
      ...{ ok: true, changed: 2, left: [] },
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

  test("[DC-2] a product that refuses the change is named and skipped, and so is one with a lower sale price", async () => {
    const ids = [await create(), await create({ salePrice: "60" })];
    const refused = { name: "Harbor Polo", message: "Sale price must be below the price" };
    expect(await edit(ids, "price-set", "60")).toMatchObject({ ok: true, changed: 1, left: [refused] });
    const deeper = { message: "It keeps its lower sale price of $60.00" };
    expect(await edit(ids, "sale-percent", "10")).toMatchObject({ changed: 1, left: [deeper] });
    await hold(ids[0]!, "L", 1);
    expect(await edit([ids[0]!], "stock-set", "0")).toMatchObject({ changed: 0, undoId: null });
    expect(await edit([], "archive")).toEqual({ ok: false, reason: "nothing_selected" });
  });

  test("[DC-2] the preview shows the result and changes nothing; products edited since then are skipped", async () => {
    const ids = [await create(), await create({ salePrice: "60" })];
    const preview = await previewBulk(shop(), { ids, edit: parsed("sale-percent", "10") });
    if (!preview.ok) throw new Error(preview.reason);
    expect(preview.rows).toMatchObject([
      { before: "$72.00", after: "$64.80 (regular $72.00)", why: null },
      { before: "$60.00 (regular $72.00)", after: null, why: "It keeps its lower sale price of $60.00" },
    ]);
    expect((await read(ids[0]!)).salePrice).toBeNull();
    const seen = seenIn(preview.rows);
    await edit([ids[0]!], "price-set", "80");
    expect(await edit([ids[0]!], "sale-percent", "10", seen)).toMatchObject({
      ...{ changed: 0, left: [{ message: "Someone edited it" }] },
    });
  });

  test("[DC-2] a count that was typed before units were sold is refused, and stock stays as it is", async () => {
    const id = await create({ options: "", quantity: "14" });
    const preview = await previewBulk(shop(), { ids: [id], edit: parsed("stock-set", "12") });
    if (!preview.ok) throw new Error(preview.reason);
    await shop().db.updateTable("inventory").set({ on_hand: 11 }).where("product_id", "=", id).execute();
    expect(await edit([id], "stock-set", "12", seenIn(preview.rows))).toMatchObject({
      ...{ changed: 0, left: [{ message: expect.stringContaining("Count it again") }] },
    });
    expect((await read(id)).stock).toMatchObject([{ onHand: 11 }]);
    // Adding stock is correct however many there are.
    const more = await previewBulk(shop(), { ids: [id], edit: parsed("stock-add", "5") });
    if (!more.ok) throw new Error(more.reason);
    await shop().db.updateTable("inventory").set({ on_hand: 9 }).where("product_id", "=", id).execute();
    expect(await edit([id], "stock-add", "5", seenIn(more.rows))).toMatchObject({ changed: 1, left: [] });
    expect((await read(id)).stock).toMatchObject([{ onHand: 14 }]);
  });

  test("[DC-2] a change is undone within a minute, once, and not where someone has edited since", async () => {
    const ids = [await create(), await create({ options: "", quantity: "5" })];
    const sale = await changed(ids, "sale-percent", "10");
    await edit([ids[1]!], "price-set", "100");
    expect(await undo(sale.undoId)).toMatchObject({
      ...{ ok: true, changed: 1, left: [{ message: "Someone edited it since" }] },
    });
    expect((await read(ids[0]!)).salePrice).toBeNull();
    expect((await read(ids[1]!)).salePrice).toBe(6_480);
    expect(await undo(sale.undoId)).toEqual({ ok: false, reason: "too_late" });
    const late = await changed(ids, "archive");
    advance(66_000);
    expect(await undo(late.undoId)).toEqual({ ok: false, reason: "too_late" });
    expect((await read(ids[0]!)).status).toBe("archived");
  });

  test("[DC-2] undoing restores the units that the change removed, and removes no held units", async () => {
    const id = await create({ options: "", quantity: "5" });
    const more = await changed([id], "stock-add", "2");
    await hold(id, "", 6);
    expect(await undo(more.undoId)).toMatchObject({
      changed: 0,
      left: [{ message: expect.stringMatching(/held/) }],
    });
    const less = await changed([id], "stock-add", "3");
    expect(await undo(less.undoId)).toMatchObject({ changed: 1 });
    expect((await read(id)).stock[0]?.onHand).toBe(7);
  });
});
