import { describe, expect, test } from "vitest";
import { colorLeaders, designColors, repeatsColor } from "#domain/catalog/design-colors.ts";
import { relatedTo } from "#domain/catalog/related.ts";
import { type CatalogItem, catalogOf } from "#test/shop/catalog.ts";

function entriesIn(items: readonly CatalogItem[]) {
  const catalog = catalogOf(items);
  const entry = (id: string) => {
    const found = catalog.get(id);
    if (!found) throw new Error(`no ${id}`);
    return found;
  };
  return { catalog, entry, leaders: colorLeaders(catalog.in("newest")) };
}

describe("[CH-2] the colors of a design", () => {
  const cap = (id: string, color: string, more: CatalogItem = {}): CatalogItem => ({
    id,
    name: `Rope Cap ${color}`,
    design: "Rope Cap",
    color,
    ...more,
  });
  const colorsIn = (items: readonly CatalogItem[]) => {
    const { entry, leaders } = entriesIn(items);
    return (id: string) => designColors(entry(id), leaders);
  };

  test("are the products of its design, case-insensitively, in the same order on each of their pages", () => {
    const colorsOf = colorsIn([
      cap("bone", "Bone/Green", { images: [{ url: "/storage/bone.webp", alt: "A cap" }] }),
      cap("navy", "Navy", { design: "ROPE cap", quantity: 0 }),
      cap("clay", "clay", { images: [{ url: "/storage/clay.webp", alt: "A cap", hasAvif: true }] }),
      cap("nameless", ""),
      cap("other", "Moss", { design: "Bucket" }),
    ]);
    const all = [
      {
        id: "bone",
        name: "Rope Cap Bone/Green",
        color: "Bone/Green",
        image: { url: "/storage/bone.webp", alt: "" },
        isSoldOut: false,
      },
      {
        id: "clay",
        name: "Rope Cap clay",
        color: "clay",
        image: { url: "/storage/clay.webp", alt: "", hasAvif: true },
        isSoldOut: false,
      },
      { id: "navy", name: "Rope Cap Navy", color: "Navy", image: null, isSoldOut: true },
    ];
    for (const id of ["bone", "navy", "clay", "nameless"]) expect(colorsOf(id)).toEqual(all);
  });

  test("are empty for a product without a design, or without another color", () => {
    const colorsOf = colorsIn([
      { id: "plain", color: "Navy" },
      { id: "other", color: "Bone" },
      cap("alone", "Écru"),
      cap("again", "ÉCRU", { createdAt: "2025-01-01" }),
    ]);
    for (const id of ["plain", "alone", "again"]) expect(colorsOf(id)).toEqual([]);
  });

  test("are the oldest of each color, except the product itself for its own", () => {
    const items = [
      cap("nameless", ""),
      cap("newer", "Navy", { createdAt: "2026-03-01" }),
      cap("oldest", "navy", { createdAt: "2026-01-01" }),
      cap("bone", "Bone"),
    ];
    const colorsOf = colorsIn(items);
    expect(colorsOf("nameless").map(({ id }) => id)).toEqual(["bone", "oldest"]);
    expect(colorsOf("newer").map(({ id }) => id)).toEqual(["bone", "newer"]);
    const { entry, leaders } = entriesIn(items);
    const repeating = ["nameless", "newer", "oldest", "bone"].filter((id) =>
      repeatsColor(entry(id), leaders),
    );
    expect(repeating).toEqual(["newer"]);
  });

  test("are at most twelve, including itself", () => {
    const many = Array.from({ length: 20 }, (_, index) => cap(`c${index}`, `Color ${1_000 + index}`));
    const colorsOf = colorsIn([...many, cap("last", "Zinc")]);
    const first = Array.from({ length: 12 }, (_, index) => `Color ${1_000 + index}`);
    expect(colorsOf("c0").map(({ color }) => color)).toEqual(first);
    expect(colorsOf("last").map(({ color }) => color)).toEqual([...first.slice(0, 11), "Zinc"]);
  });
});

describe("'You may also like'", () => {
  const relatedIn = (items: readonly CatalogItem[]) => {
    const { catalog, entry } = entriesIn(items);
    return (id: string, limit: number) => relatedTo(entry(id), catalog, limit).map((each) => each.id);
  };
  const day = (id: string, number: number, more: CatalogItem = {}): CatalogItem => ({
    id,
    createdAt: `2026-03-0${number}`,
    ...more,
  });

  test("shows the next products of its category that can be bought", () => {
    const related = relatedIn([
      day("oldest", 1),
      day("old", 2),
      day("sold out", 3, { quantity: 0 }),
      day("shirt", 5, { category: "SHIRTS" }),
      day("this", 6),
      day("newest", 7),
    ]);
    expect(related("this", 2)).toEqual(["old", "oldest"]);
    expect(related("newest", 2)).toEqual(["this", "old"]);
    expect(related("sold out", 3)).toEqual(["old", "oldest", "newest"]);
    expect(related("shirt", 3)).toEqual([]);
  });

  test("continues with the newest after the oldest, without duplicates", () => {
    const related = relatedIn([day("a", 1), day("b", 1), day("new", 2), day("newest", 3)]);
    expect(related("a", 2)).toEqual(["newest", "new"]);
    expect(related("b", 2)).toEqual(["a", "newest"]);
    expect(related("b", 4)).toEqual(["a", "newest", "new"]);
  });
});
