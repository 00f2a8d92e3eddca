import { expect, test } from "vitest";
import { QUANTITY_MAX } from "#domain/product/product-form.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { listAuditLog } from "../../settings/audit/list-audit-log.ts";
import { undoBulk } from "../bulk/undo-bulk.ts";
import { findEditable } from "../find-editable.ts";
import { receiveDelivery } from "./receive-delivery.ts";

const store = sharedShop();

const onHandOf = async (id: string) =>
  (await findEditable(store.shop, { id }))?.stock.map(({ onHand }) => onHand);

test("[KN-1] a delivery is added to stock, logged with its note, and can be undone for a minute", async () => {
  const id = await addProduct(store.shop, { name: "Polo", stock: { S: 1, M: 0, L: 4 } });
  const lines = [
    { variation: "S", count: 10 },
    { variation: "M", count: 5 },
  ];
  const received = await receiveDelivery(store.shop, { id, lines, note: "Box 3", actor });
  expect(received).toMatchObject({ ok: true, name: "Polo", units: 15 });
  expect(await onHandOf(id)).toEqual([11, 5, 4]);
  const { entries } = await listAuditLog(store.shop, { kind: "products", before: null });
  expect(entries[0]).toMatchObject({
    ...{ actor, action: "product.delivery_received", object: id },
    after: { note: "Box 3" },
  });
  const undo = async (undoId: string) => undoBulk(store.shop, { id: undoId, actor });
  expect(await undo(received.ok ? received.undoId : "")).toMatchObject({ ok: true, changed: 1 });
  expect(await onHandOf(id)).toEqual([1, 0, 4]);

  const again = await receiveDelivery(store.shop, { id, lines, note: "", actor });
  await store.shop.db.updateTable("inventory").set({ on_hand: 9 }).where("variation", "=", "S").execute();
  expect(await undo(again.ok ? again.undoId : ""), "two of them are sold").toMatchObject({ changed: 0 });
  store.clock.advance(70_000);
  const late = await receiveDelivery(store.shop, { id, lines, note: "", actor });
  store.clock.advance(70_000);
  expect(await undo(late.ok ? late.undoId : "")).toEqual({ ok: false, reason: "too_late" });
});

test("[KN-1] a delivery for a size that is gone, or above the maximum quantity, changes nothing", async () => {
  const id = await addProduct(store.shop, { name: "Vest", stock: { S: 1 } });
  const receive = (variation: string, count: number) =>
    receiveDelivery(store.shop, {
      id,
      lines: [
        { variation: "S", count: 1 },
        { variation, count },
      ],
      note: "",
      actor,
    });
  expect(await receive("XL", 1)).toEqual({ ok: false, reason: "no_size", variation: "XL" });
  expect(await receive("S", QUANTITY_MAX)).toEqual({ ok: false, reason: "too_many", variation: "S" });
  expect(await receiveDelivery(store.shop, { id: "x", lines: [], note: "", actor })).toMatchObject({
    ok: false,
  });
  expect(await onHandOf(id)).toEqual([1]);
});
