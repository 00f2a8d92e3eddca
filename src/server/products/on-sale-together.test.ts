import sharp from "sharp";
import { expect, test } from "vitest";
import { parseBulkEdit } from "#domain/product/bulk-edit.ts";
import { noShared } from "#domain/product/drafts/draft-rows.ts";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { bulkEdit } from "./bulk/bulk-edit.ts";
import { addPhoto } from "./drafts/add-photo.ts";
import { saveDrafts } from "./drafts/save-drafts.ts";
import { findEditable } from "./find-editable.ts";
import { applyImport } from "./spreadsheet/apply-import.ts";
import { checkImport } from "./spreadsheet/check-import.ts";

const { shop, create } = editingTests();
const read = async (id: string) => findEditable(shop(), { id });

test("a code that a file moves from a product to a new one is imported", async () => {
  const cap = await create({
    name: "Cap",
    options: "",
    quantity: "1",
    codes: [{ option: "", sku: "X-1", gtin: "", mpn: "" }],
  });
  const csv = `ID,Title,Product Category,Price,Inventory quantity,Description,SKU\n${cap},Cap,Shirts,72,1,Piqué cotton with a soft collar.,\n,Cap in navy,Hats,30,4,A cap of its own now.,X-1\n`;
  const check = await checkImport(shop(), { bytes: Buffer.from(csv), actor });
  expect(check.problems).toEqual([]);
  expect(check.rows.map(({ action }) => action)).toEqual(["change", "create"]);
  const result = await applyImport(shop(), { id: check.id ?? "", actor });
  expect(result).toMatchObject({ ok: true, created: 1, changed: 1 });
});

test("[EA-3] a draft without a description can't be put on sale in bulk", async () => {
  const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#184b33" } })
    .jpeg()
    .toBuffer();
  const photo = await addPhoto(shop(), { bytes, fileName: "pine-cap.jpg", draftId: "", place: 0, actor });
  if (!photo.ok) throw new Error(photo.reason);
  const { id } = photo.draft;
  const texts = { name: "Pine cap", category: "HATS", price: "32", options: "", stock: "4", description: "" };
  const rows = [{ id, opened: null, texts }];
  expect(await saveDrafts(shop(), { rows, shared: noShared, isPublishing: true, actor })).toMatchObject({
    ok: true,
    published: 0,
    incomplete: 1,
    refused: {},
  });
  const parsed = parseBulkEdit({ action: "activate", value: "" });
  if (!parsed.ok) throw new Error(parsed.message);
  await bulkEdit(shop(), { ids: [id], edit: parsed.edit, actor });
  const now = await read(id);
  expect(now?.status).toBe("draft");
});
