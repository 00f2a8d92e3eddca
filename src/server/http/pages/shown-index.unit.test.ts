import { expect, test } from "vitest";
import type { ProductChange } from "../../shown/change.ts";
import { Shown } from "../../shown/shown.ts";
import { ShownIndex } from "./shown-index.ts";

const change = (id: string): ProductChange => ({
  kind: "product",
  id,
  what: "listed",
  categories: ["HATS"],
  created: 0,
  designs: [],
});

function shown(id: string): Shown {
  const noted = new Shown();
  noted.noteProduct(id, [{ url: `/${id}.webp`, alt: "" }]);
  noted.noteColors(`design of ${id}`, []);
  noted.noteList({ category: "HATS", by: [], since: null }, [{ id: "related", images: [] }]);
  return noted;
}

test("a change finds the pages that showed the product, its picture, or a list that it moves", () => {
  const index = new ShownIndex();
  index.add("/a", shown("a"));
  index.add("/b", shown("b"));
  expect([...index.touchedBy({ kind: "picture", url: "/a.webp" })]).toEqual(["/a"]);
  expect([...index.touchedBy(change("other"))]).toEqual(["/a", "/b"]);
  expect([...index.touchedBy({ ...change("a"), what: "stock" })]).toEqual(["/a"]);
  expect([...index.touchedBy({ ...change("related"), what: "stock" })]).toEqual(["/a", "/b"]);
  expect([...index.touchedBy({ ...change("other"), categories: ["SHIRTS"] })]).toEqual([]);
  const ofDesign = { categories: [], designs: ["design of b", "design of none"] };
  expect([...index.touchedBy({ ...change("other"), ...ofDesign })]).toEqual(["/b"]);
});

test("nothing is known of a page that is gone", () => {
  const index = new ShownIndex();
  for (const name of ["/a", "/b"]) index.add(name, shown(name));
  index.remove("/a", shown("/a"));
  expect([...index.touchedBy(change("related"))]).toEqual(["/b"]);
  index.remove("/b", shown("/b"));
  expect(index.size).toBe(0);
});
