import { expect, test } from "vitest";
import { DEFAULT_TIME_ZONE } from "../text/default-time-zone.ts";
import {
  type AuditEntry,
  auditChanges,
  auditLabel,
  auditSearchText,
  auditTarget,
  parseAuditSearch,
} from "./audit-log.ts";

const changesOf = (entry: Pick<AuditEntry, "before" | "after">) => auditChanges(entry, DEFAULT_TIME_ZONE);
const search = (query: string) => parseAuditSearch(new URLSearchParams(query));

test("a search is read from the address and written back, and nonsense counts as none", () => {
  expect(search("kind=orders&before=17")).toEqual({ kind: "orders", before: "17" });
  expect(auditSearchText(search("kind=orders&before=17"))).toBe("?kind=orders&before=17");
  for (const query of [
    "",
    "kind=constructor&before=x",
    "before=0",
    "before=-1",
    "before=9999999999999999999",
  ]) {
    expect(search(query)).toEqual({ kind: null, before: null });
  }
  expect(auditSearchText({ kind: null, before: null })).toBe("");
});

test("differences are listed field by field, money as money", () => {
  const before = { flatRateShippingCost: 599, enableTax: false, phone: "" };
  const after = { flatRateShippingCost: 725, enableTax: true, phone: "(602) 555-0111" };
  expect(changesOf({ before, after })).toEqual([
    { field: "Flat Rate Cost ($)", before: "$5.99", after: "$7.25" },
    { field: "Enable Tax", before: "no", after: "yes" },
    { field: "Phone", before: "nothing", after: "(602) 555-0111" },
  ]);
  expect(changesOf({ before: null, after: { sessionsEnded: 2 } })).toEqual([
    { field: "Sessions ended", before: null, after: "2" },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
  const stock = {
    stock: [
      { variation: "M", onHand: 3 },
      { variation: "", onHand: 1 },
    ],
  };
  expect(changesOf({ before: null, after: stock })[0]?.after).toBe("Size: M, On hand: 3\nOn hand: 1");
});

test("a change is described in the words of its form, without ids and machine time", () => {
  const after = {
    ...{ isOn: true, kind: "percent", endsAt: "2026-12-04T16:30:00.000Z", fixMinutes: 60 },
    productIds: ["00000000-0000-4000-8000-000000000001"],
  };
  expect(changesOf({ before: null, after }).map(({ field, after: now }) => `${field}: ${now}`)).toEqual([
    "Switched on: yes",
    "Type: percent",
    "Ends: Dec 4, 2026, 9:30 AM",
    "Fix-it Window (minutes): 60",
    "Products: 1 product",
  ]);
  const refund = { refundId: "00000000-0000-4000-8000-000000000002", amount: 500, restock: ["1 × Cap"] };
  expect(
    changesOf({ before: { fulfillment: "unfulfilled" }, after: { ...refund, line1: "1 Main St" } }),
  ).toEqual([
    { field: "Shipping", before: "not shipped", after: null },
    { field: "Amount", before: null, after: "$5.00" },
    { field: "Put back in stock", before: null, after: "1 × Cap" },
    { field: "Address", before: null, after: "1 Main St" },
  ]);
});

test("an entry links to its subject, if that still has a page", () => {
  const object = "00000000-0000-4000-8000-000000000001";
  expect(auditTarget({ action: "product.updated", object })).toEqual({ kind: "product", id: object });
  expect(auditTarget({ action: "order.refunded", object })).toEqual({ kind: "order", id: object });
  for (const action of ["product.deleted", "orders.sync_started", "message.marked"])
    expect(auditTarget({ action, object })).toBeNull();
  expect(auditTarget({ action: "settings.saved", object: "store_settings:1" })).toBeNull();
  expect(auditLabel("settings.saved")).toBe("Settings saved");
  expect(auditLabel("constructor")).toBe("constructor");
});
