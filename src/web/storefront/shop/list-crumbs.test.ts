import { expect, test } from "vitest";
import type { Category } from "#domain/category/category.ts";
import { firstCategories } from "#test/shop/catalog.ts";
import { breadcrumbJsonLd } from "../../page/breadcrumb-json-ld.ts";
import { listCrumbs } from "./list-crumbs.ts";

const [hats, shirts] = firstCategories as [Category, Category];
const stepsOf = (...search: Parameters<typeof listCrumbs>) =>
  breadcrumbJsonLd(listCrumbs(...search), "https://shop.example").itemListElement.map(
    ({ position, name, item }) => `${position} ${name} ${item}`,
  );

test("[RT-6] a list's breadcrumb leads from the shop over the category to the sale", () => {
  expect(stepsOf(hats, { sale: false })).toEqual([
    "1 Shop https://shop.example/shop",
    "2 Hats https://shop.example/shop?category=HATS",
  ]);
  expect(stepsOf(shirts, { sale: true })).toEqual([
    "1 Shop https://shop.example/shop",
    "2 Shirts https://shop.example/shop?category=SHIRTS",
    "3 On Sale https://shop.example/shop?category=SHIRTS&sale=true",
  ]);
  expect(stepsOf(null, { sale: true })).toEqual([
    "1 Shop https://shop.example/shop",
    "2 On Sale https://shop.example/shop?sale=true",
  ]);
});

test("[RT-6] the whole shop has no way up to show", () => {
  expect(listCrumbs(null, { sale: false })).toEqual([]);
});
