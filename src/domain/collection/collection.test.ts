import { expect, test } from "vitest";
import { type CatalogItem, catalogOf } from "#test/shop/catalog.ts";
import {
  type Collection,
  type CollectionRule,
  collectionEntries,
  collectionState,
  collectionsCalled,
  emptyRule,
  isShown,
  sortsOf,
  tagsIn,
} from "./collection.ts";

const NOW = new Date("2026-06-15T12:00:00Z");
const collection: Collection = {
  ...{ id: "c", name: "Father's Day", slug: "fathers-day", description: "", image: null, isOn: true },
  ...{ startsAt: null, endsAt: null, productIds: null, rule: emptyRule, feedLabel: null },
};
const items: (CatalogItem & { day: number })[] = [
  { id: "cap", name: "Cap", category: "HATS", type: "Rope Cap", color: "Bone/Green", day: 1 },
  { id: "visor", name: "Visor", category: "HATS", type: "visor", color: "Navy", day: 2 },
  { id: "polo", name: "Polo", category: "SHIRTS", type: "Polo", salePrice: 2_000, day: 3 },
];
const catalog = catalogOf(items.map(({ day, ...item }) => ({ ...item, createdAt: `2026-06-0${day}` })));
const found = (rule: Partial<CollectionRule>, now = NOW) =>
  collectionEntries({ ...collection, rule: { ...emptyRule, ...rule } }, catalog, { sort: "newest", now }).map(
    ({ id }) => id,
  );

test.each([
  [{ categories: ["Hats"] }, ["visor", "cap"]],
  [{ types: ["ROPE  cap", "polo"] }, ["polo", "cap"]],
  [{ colors: ["green"] }, ["cap"]],
  [{ isOnSale: true }, ["polo"]],
  [{ categories: ["Hats"], isOnSale: true }, []],
  [{ types: ["sock"] }, []],
])("[BR-6] the rule %j finds %j", (rule, ids) => {
  expect(found(rule)).toEqual(ids);
});

test("[BR-6] a product is new for thirty days", () => {
  expect(found({ isNew: true })).toEqual(["polo", "visor", "cap"]);
  expect(found({ isNew: true }, new Date("2026-07-02T12:00:00Z"))).toEqual(["polo"]);
});

test("[BR-6] tags are compared in any case, each once", () => {
  expect(tagsIn(" Gift, summer  2026,,gift ")).toEqual(["gift", "summer 2026"]);
});

test("[BR-6] products that were chosen by hand stand as the owner put them, without those that are gone", () => {
  const byHand = { ...collection, rule: null, productIds: ["visor", "gone", "polo", "cap"] };
  const ids = (sort: "featured" | "price-low") =>
    collectionEntries(byHand, catalog, { sort, now: NOW }).map(({ id }) => id);
  expect(ids("featured")).toEqual(["visor", "polo", "cap"]);
  expect(ids("price-low")[0]).toBe("polo");
  expect([sortsOf(byHand)[0], sortsOf(collection)[0]]).toEqual(["featured", "newest"]);
});

test.each([
  [{}, "shown"],
  [{ isOn: false }, "hidden"],
  [{ startsAt: "2026-06-15T12:00:01Z" }, "scheduled"],
  [{ startsAt: "2026-06-15T12:00:00Z", endsAt: "2026-06-15T12:00:01Z" }, "shown"],
  [{ endsAt: "2026-06-15T12:00:00Z" }, "ended"],
])("[BR-6] a collection with %j is %s", (change, state) => {
  expect(collectionState({ ...collection, ...change }, NOW)).toBe(state);
  expect(isShown({ ...collection, ...change }, NOW)).toBe(state === "shown");
});

test("[BR-6] a search finds a collection by the beginnings of its words", () => {
  for (const text of ["fath", "Day fathers", "FATHER'S"])
    expect(collectionsCalled([collection], text)).toHaveLength(1);
  for (const text of ["", "!", "mother", "fathers nights"])
    expect(collectionsCalled([collection], text)).toEqual([]);
});

test("[BR-6] a rule over ten thousand products that finds them all is quick enough to ask at every drawing", () => {
  const many = catalogOf(
    Array.from({ length: 10_000 }, (_, at) => ({ name: `Cap ${at}`, type: "Rope cap" })),
  );
  const rule = { ...emptyRule, types: ["rope cap"], colors: [], isNew: false };
  expect(collectionEntries({ ...collection, rule }, many, { sort: "newest", now: NOW })).toHaveLength(10_000);
});
