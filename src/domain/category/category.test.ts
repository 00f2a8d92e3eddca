import { expect, test } from "vitest";
import { firstCategories } from "#test/shop/catalog.ts";
import { categoryAt, categoryMessage, categoryNamed, isCategorySlug } from "./category.ts";
import { categoryForFile, categoryInFile, guessCategory, usualCategory } from "./guess-category.ts";

const belts = { ...firstCategories[0]!, id: "Belts", name: "Belts", slug: "BELTS", formerSlugs: ["STRAPS"] };
const accessories = {
  ...belts,
  id: "Accessories",
  name: "Accessories",
  slug: "ACCESSORIES",
  formerSlugs: [],
};
const all = [...firstCategories, belts, accessories];

test("[BR-4] an address is a slug in capitals", () => {
  expect(
    ["HATS", "GOLF-BAGS-2", "hats", "Hats", "HATS-", "⛳", "", "A".repeat(61)].map(isCategorySlug),
  ).toEqual([...[true, true, false, false, false, false, false, false]]);
});

test("[BR-4] an address leads to its category, also a former one, and today's comes first", () => {
  expect(categoryAt(all, "STRAPS")).toBe(belts);
  expect(categoryAt([...all, { ...accessories, id: "Straps", slug: "STRAPS" }], "STRAPS")?.id).toBe("Straps");
  expect(categoryAt(all, "SOCKS")).toBeUndefined();
});

test("[DB-3] [PF-2] a form names a category by its id, its name, or HATS and SHIRTS", () => {
  expect(["HATS", "Hats", " shirts ", "belts"].map((text) => categoryNamed(all, text)?.id)).toEqual([
    "Hats",
    "Hats",
    "Shirts",
    "Belts",
  ]);
  expect(categoryNamed(all, "SHOES")).toBeUndefined();
  expect(categoryMessage(all)).toBe("Category must be Hats, Shirts, Belts or Accessories");
});

test("[BR-4] words find the owner's categories before hats and shirts; none of them is a hat", () => {
  const guessed = (words: string, categories = all) => guessCategory(words, categories)?.name ?? null;
  expect(
    ["Pine polo", "Dune cap", "Leather belt", "Polo Cap", "Cap belts", "Umbrella"].map((words) =>
      guessed(words),
    ),
  ).toEqual(["Shirts", "Hats", "Belts", "Shirts", "Belts", null]);
  const renamed = [{ ...firstCategories[0]!, name: "Bags" }, ...firstCategories.slice(1)];
  expect([guessed("Dune cap", renamed), guessed("Weekend bag", renamed)]).toEqual([null, "Bags"]);
  expect(usualCategory(all)?.name).toBe("Hats");
  expect(usualCategory([belts])?.name).toBe("Belts");
});

test("[BR-4] [AP-1] a file names a category by its name or by a path that ends in it", () => {
  for (const category of all) expect(categoryInFile(categoryForFile(category), all)).toBe(category);
  const path = (text: string) => categoryInFile(`Apparel & Accessories > ${text}`, all)?.name ?? null;
  expect(path("Clothing Accessories > Hats")).toBe("Hats");
  expect(path("Clothing > Clothing Tops > Polos")).toBe("Shirts");
  expect(path("Clothing Accessories > Gloves")).toBe("Accessories");
  expect(path("Clothing > Pants")).toBeNull();
});
