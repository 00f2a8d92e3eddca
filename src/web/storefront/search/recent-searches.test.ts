import { expect, test } from "vitest";
import { QUERY_LENGTH_MAX } from "#domain/catalog/parse-shop-search.ts";
import { refusingStorage, storageWith } from "#test/pages/kept-in.ts";
import { forgetSearch, RECENT_SEARCHES_MAX, recentSearches, rememberSearch } from "./recent-searches.ts";

test("[FI-1] the last search comes first, each once as it was typed last, and the oldest goes", () => {
  const storage = storageWith(null);
  for (let count = 0; count < RECENT_SEARCHES_MAX + 3; count += 1) rememberSearch(`cap ${count}`, storage);
  rememberSearch("  CAP   5 ", storage);
  expect(recentSearches(storage)).toEqual(["CAP 5", "cap 7", "cap 6", "cap 4", "cap 3"]);
});

test("[FI-1] a search can be forgotten; what is too short for one is not remembered", () => {
  const storage = storageWith(null);
  for (const text of ["polo", "", " ", "x", "visor"]) rememberSearch(text, storage);
  expect(forgetSearch("polo", storage)).toEqual(["visor"]);
  expect(recentSearches(storage)).toEqual(["visor"]);
});

test.each(["{", "null", '"cap"', "{}", '[1,null,{},"x"]'])("a foreign value is no list: %s", (value) => {
  expect(recentSearches(storageWith(value))).toEqual([]);
});

test("what another program wrote comes out as one short line", () => {
  const [text] = recentSearches(storageWith(JSON.stringify([`a\n\u202eb${"c".repeat(200)}`])));
  expect(text).toMatch(/^a bc+$/);
  expect(text).toHaveLength(QUERY_LENGTH_MAX);
});

test("a storage that refuses is no failure", () => {
  expect(rememberSearch("cap", refusingStorage)).toEqual(["cap"]);
  expect(recentSearches(refusingStorage)).toEqual([]);
});
