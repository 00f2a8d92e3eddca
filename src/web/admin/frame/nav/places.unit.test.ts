import { expect, test } from "vitest";
import { pageAt, placeOf, places } from "./places.ts";

const pages = places.flatMap((place) => [...place.pages, ...(place.others ?? [])]);

test("[PE-1] the navigation has nine places, and the bar of a phone four of them and More", () => {
  expect(places.map(({ label }) => label)).toEqual([
    "Dashboard",
    "Orders",
    "Products",
    "Inbox",
    "Customers",
    "Discounts",
    "Reports",
    "Online store",
    "Settings",
  ]);
  expect(places.filter(({ thumb }) => thumb)).toHaveLength(4);
});

test("each page of the back office is in one place", () => {
  expect(new Set(pages.map(({ to }) => to)).size).toBe(pages.length);
  for (const place of places)
    for (const { to } of [...place.pages, ...(place.others ?? [])])
      expect(placeOf(new URL(to, "http://shop").pathname)?.label).toBe(place.label);
});

test("a page below another is in its place, and a query chooses among pages of one path", () => {
  expect(placeOf("/admin/orders/0b7f")?.label).toBe("Orders");
  expect(placeOf("/admin/products/drafts")?.label).toBe("Products");
  expect(placeOf("/admin/settings/legal")?.label).toBe("Online store");
  expect(placeOf("/admin/search")).toBeUndefined();
  const settings = places.find(({ label }) => label === "Settings")?.pages ?? [];
  const at = (pathname: string, search = "") => pageAt(settings, { pathname, search })?.label;
  expect(at("/admin/settings")).toBe("Store");
  expect(at("/admin/settings", "?section=tax")).toBe("Tax");
  expect(at("/admin/settings", "?section=nonsense")).toBe("Store");
  expect(at("/admin/orders")).toBeUndefined();
});
