import { expect, test } from "vitest";
import { newBulkForm, readBulkForm } from "./bulk-form.ts";
import { readStockForm } from "./stock-form.ts";

test("[DC-2] a change of several products says what is wrong at its field", () => {
  expect(readBulkForm(newBulkForm)).toMatchObject({ ok: false, errors: { action: "Choose what to change" } });
  expect(readBulkForm({ ...newBulkForm, action: "stock-add", value: "x" })).toMatchObject({
    errors: { value: expect.any(String) },
  });
});

test("[DC-2] it is about the products as they were previewed, or as they are", () => {
  const sent = { ...newBulkForm, action: "archive" };
  expect(readBulkForm({ ...sent, id: "cap" })).toMatchObject({ ids: ["cap"], seen: null });
  const previewed = readBulkForm({ ...sent, id: ["cap:7", "polo:7-3"] });
  expect(previewed).toMatchObject({ ids: ["cap", "polo"], seen: { cap: "7", polo: "7-3" } });
});

test("[PF-6] a count of the list's dialog is compared with what the dialog was opened with", () => {
  const base = JSON.stringify({ sizes: [{ variation: "M", onHand: "4" }] });
  const read = (onHand: string) => readStockForm({ sizes: [{ variation: "M", onHand }] }, base);
  expect(read("9")).toMatchObject({ ok: true, changes: [{ variation: "M", was: 4, onHand: 9 }] });
  expect(read("4")).toEqual({ ok: true, changes: [] });
  expect(read("x")).toMatchObject({ errors: { "sizes[0].onHand": expect.any(String) } });
});
