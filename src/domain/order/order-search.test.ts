import { expect, test } from "vitest";
import { everyOrder, isFiltered, orderSearchText, parseOrderSearch } from "./order-search.ts";

const CURSOR = "2026-05-31T10:00:00.000123Z_00000000-0000-4000-8000-000000000001";
const parse = (query: string) => parseOrderSearch(new URLSearchParams(query));

test("[AO-1] without a query all orders are meant, and the default writes nothing into the address", () => {
  expect(parse("")).toEqual(everyOrder);
  expect(orderSearchText(parse("tab=nonsense&q=%20%20&after=5"))).toBe("");
});

test("[AO-1] [AO-3] tab, search and page survive the way through the address", () => {
  const filters = "&from=2026-05-01&to=2026-05-31&status=partially_refunded&fulfillment=shipped";
  const search = parse(`?tab=to-ship&q=${encodeURIComponent("pat & co")}${filters}&after=${CURSOR}`);
  expect(search).toEqual({
    tab: "to-ship",
    query: "pat & co",
    from: "2026-05-01",
    to: "2026-05-31",
    status: "partially_refunded",
    fulfillment: "shipped",
    after: { at: "2026-05-31T10:00:00.000123Z", id: "00000000-0000-4000-8000-000000000001" },
  });
  expect(parse(orderSearchText(search))).toEqual(search);
});

test("days, states and tabs that don't exist count as none", () => {
  const wrong = "from=2026-02-30&to=1999-01-01&status=sold&fulfillment=lost&tab=__proto__";
  expect(parse(wrong)).toEqual(everyOrder);
  expect(isFiltered(parse(wrong))).toBe(false);
  expect(isFiltered(parse(`after=${CURSOR}`))).toBe(false);
  expect(isFiltered(parse("status=paid"))).toBe(true);
});

test("[AO-3] a search is one line of at most 100 characters", () => {
  expect(parse(`q=${encodeURIComponent("a\u0000b\nc")}`).query).toBe("a b c");
  expect(parse(`q=${"x".repeat(500)}`).query).toHaveLength(100);
});
