import { describe, expect, test } from "vitest";
import { listCatalog } from "#domain/catalog/list-catalog.ts";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { sampleCatalog } from "#test/shop/sample-catalog.ts";

const catalog = sampleCatalog();

const find = (query: string) => listCatalog(catalog, { ...defaultShopSearch, sort: "relevance", query });

/** What was typed, and the first results in order. */
const expected: [query: string, first: string[], count?: number][] = [
  // Types, in the words of shoppers.
  ["cap", ["Red Clay Rope Cap", "Tree Line Rope Cap", "Night Putt Rope Cap", "Starter's Box Rope Cap"], 6],
  ["caps", ["Red Clay Rope Cap", "Tree Line Rope Cap"], 6],
  ["CAP", ["Red Clay Rope Cap"]],
  [
    "rope cap",
    ["Red Clay Rope Cap", "Tree Line Rope Cap", "Night Putt Rope Cap", "Starter's Box Rope Cap"],
    4,
  ],
  ["rope hat", ["Red Clay Rope Cap"], 4],
  ["ropecap", ["Red Clay Rope Cap"], 4],
  ["baseball cap", ["Red Clay Rope Cap"]],
  ["snapback", ["Red Clay Rope Cap"]],
  ["trucker hat", ["Red Clay Rope Cap"]],
  ["hat", ["Waste Area Bucket Hat", "Dew Sweeper Bucket Hat"], 10],
  ["hats", ["Waste Area Bucket Hat", "Dew Sweeper Bucket Hat"], 10],
  ["bucket", ["Waste Area Bucket Hat", "Dew Sweeper Bucket Hat"], 2],
  ["sun hat", ["Waste Area Bucket Hat"], 2],
  ["visor", ["Twilight Rate Visor", "Front Nine Visor"], 2],
  ["beanie", ["Frost Delay Beanie", "O’Neill Links Beanie"], 2],
  ["toque", ["Frost Delay Beanie"], 2],
  ["winter hat", ["Frost Delay Beanie"]],
  ["polos", ["Shoulder Season Long-Sleeve Polo", "Links Weather Polo"], 5],
  ["POLO!", ["Shoulder Season Long-Sleeve Polo"], 5],
  ["shirt", ["Shoulder Season Long-Sleeve Polo", "Links Weather Polo"], 7],
  ["golf shirts", ["Shoulder Season Long-Sleeve Polo"], 7],
  ["t-shirt", ["Shoulder Season Long-Sleeve Polo", "Links Weather Polo"]],
  ["long sleeve", ["Shoulder Season Long-Sleeve Polo"], 1],
  ["longsleeve polo", ["Shoulder Season Long-Sleeve Polo"], 1],
  ["quarter zip", ["Winter Rules Quarter-Zip", "Marine Layer Quarter-Zip"], 2],
  ["quarterzip", ["Winter Rules Quarter-Zip", "Marine Layer Quarter-Zip"], 2],
  ["1/4 zip", ["Winter Rules Quarter-Zip", "Marine Layer Quarter-Zip"], 2],
  ["¼-zip", ["Winter Rules Quarter-Zip", "Marine Layer Quarter-Zip"], 2],
  ["half zip", ["Winter Rules Quarter-Zip", "Marine Layer Quarter-Zip"], 2],
  ["jacket", ["Winter Rules Quarter-Zip", "Marine Layer Quarter-Zip"], 2],
  ["hoodies", ["Winter Rules Quarter-Zip", "Marine Layer Quarter-Zip"], 2],
  ["layer", ["Marine Layer Quarter-Zip", "Winter Rules Quarter-Zip"], 2],
  // Colors.
  ["green", ["Frost Delay Beanie", "First Tee Polo", "Dew Sweeper Bucket Hat"]],
  ["green cap", ["Tree Line Rope Cap", "Starter's Box Rope Cap"]],
  ["dark green cap", ["Tree Line Rope Cap", "Starter's Box Rope Cap"]],
  ["pine cap", ["Tree Line Rope Cap"]],
  ["blue polo", ["Links Weather Polo"], 1],
  ["light blue polo", ["Links Weather Polo"], 1],
  ["navy quarter zip", ["Winter Rules Quarter-Zip"], 1],
  ["blue cap", ["Night Putt Rope Cap"], 2],
  ["red cap", ["Red Clay Rope Cap"], 1],
  ["grey", ["Marine Layer Quarter-Zip"], 1],
  ["white visor", ["Front Nine Visor"], 1],
  ["Bone/Green", ["Starter's Box Rope Cap"]],
  ["oxblood", ["Shoulder Season Long-Sleeve Polo"]],
  // Sizes, audiences, materials.
  ["XXL", ["Winter Rules Quarter-Zip", "First Tee Polo"], 2],
  ["2xl", ["Winter Rules Quarter-Zip", "First Tee Polo"], 2],
  ["xx-large polo", ["First Tee Polo"], 1],
  [
    "polo size m",
    ["Shoulder Season Long-Sleeve Polo", "Links Weather Polo", "First Tee Polo", "Provisional Polo"],
    5,
  ],
  ["medium bucket hat", ["Dew Sweeper Bucket Hat", "Waste Area Bucket Hat"], 2],
  ["mens polo", ["Shoulder Season Long-Sleeve Polo"], 5],
  ["women’s visor", ["Twilight Rate Visor", "Front Nine Visor"], 2],
  ["merino", ["Frost Delay Beanie"], 1],
  ["pique polo", ["Shoulder Season Long-Sleeve Polo", "Links Weather Polo"], 5],
  ["leather strap", ["Night Putt Rope Cap", "Starter's Box Rope Cap"], 2],
  // Names, parts of them, prose as a last resort.
  ["first tee", ["First Tee Polo"], 1],
  ["starters box", ["Starter's Box Rope Cap"], 1],
  ["o'neill", ["O’Neill Links Beanie"], 1],
  ["O’NEILL", ["O’Neill Links Beanie"], 1],
  ["oneill", ["O’Neill Links Beanie"], 1],
  ["frost del", ["Frost Delay Beanie"], 1],
  ["ponytail", ["Front Nine Visor"], 1],
];

describe("what shoppers look for in the sample catalog", () => {
  test.each(expected)("[FI-2] %s", (query, first, count) => {
    const { products, correction, ...list } = find(query);
    const names = products.map(({ name }) => name);
    expect(names.slice(0, first.length)).toEqual(first);
    if (count !== undefined) expect([list.count, names]).toEqual([count, expect.any(Array)]);
    expect(correction).toBeNull();
  });

  test("[FI-2] everything is golf, so the word restricts nothing", () => {
    expect(find("golf").count).toBe(17);
    expect(find("golf cap").products).toEqual(find("cap").products);
  });

  test("[FI-2] sold-out products come last", () => {
    const { products } = find("red polo");
    expect(products.map(({ name }) => name)).toEqual(["Shoulder Season Long-Sleeve Polo", "Skins Game Polo"]);
    expect(find("polo").products.at(-1)?.name).toBe("Skins Game Polo");
  });
});

/** What was typed, what it was meant for, and the first result. */
const misspelled: [query: string, correction: string, first: string][] = [
  ["cpa", "cap", "Red Clay Rope Cap"],
  ["hodie", "hoodie", "Winter Rules Quarter-Zip"],
  ["visr", "visor", "Twilight Rate Visor"],
  ["pollo", "polo", "Shoulder Season Long-Sleeve Polo"],
  ["bukcet hat", "bucket hat", "Waste Area Bucket Hat"],
  ["beenie", "beanie", "Frost Delay Beanie"],
  ["quater zip", "quarter zip", "Winter Rules Quarter-Zip"],
  ["grene cap", "green cap", "Tree Line Rope Cap"],
  ["navvy cap", "navy cap", "Night Putt Rope Cap"],
  ["jackte", "jacket", "Winter Rules Quarter-Zip"],
  ["t-shrit", "t-shirt", "Shoulder Season Long-Sleeve Polo"],
  ["twilihgt", "twilight", "Twilight Rate Visor"],
  ["o'niell", "o'neill", "O’Neill Links Beanie"],
  ["merinno", "merino", "Frost Delay Beanie"],
  ["meduim polo", "medium polo", "Shoulder Season Long-Sleeve Polo"],
  ["bukethat", "bucket hat", "Waste Area Bucket Hat"],
  // Filler words, with meaningful ones and alone.
  ["teh polo", "the polo", "Shoulder Season Long-Sleeve Polo"],
  ["polo wiht collar", "polo with collar", "Shoulder Season Long-Sleeve Polo"],
  ["merinno adn", "merino and", "Frost Delay Beanie"],
  ["teh", "the", "Shoulder Season Long-Sleeve Polo"],
];

describe("what shoppers misspell", () => {
  test.each(misspelled)("[FI-2] [FI-3] %s: did you mean %s?", (query, correction, first) => {
    const list = find(query);
    expect([list.correction, list.products[0]?.name]).toEqual([correction, first]);
    expect(find(correction).products[0]?.name).toBe(first);
  });

  test.each([
    ["zzyzx cap", "No zzyzx caps. Caps:", 6],
    ["pink cap", "No pink caps. Caps:", 6],
    ["kids hat", "No kids hats. Hats:", 10],
    ["white polo womens", "No women's polos. White polos:", 2],
    ["black hat", "No black hats. Hats:", 10],
    ["fitted cap", "No fitted caps. Caps:", 6],
    // The meaning is dropped, not what was typed; and a word that only a description has ("back") is not meant.
    ["blck cap", "No black caps. Caps:", 6],
    ["navy golf pollo", "No navy polos. Polos:", 5],
    ["navvy pollo", "No navy polos. Polos:", 5],
    ["whitte polo womens", "No women's polos. White polos:", 2],
    ["beanie hat winter", "No winter hats. Beanie hats:", 2],
    ["long sleeve xxxl polo", "No polos in size 3XL. Long sleeve polos:", 1],
  ])("[FI-3] [kind: words that empty the list] %j shows %j", (query, said, count) => {
    expect(find(query)).toMatchObject({ letGo: said, correction: null, count });
  });

  test.each(["zzyzx teh", "xyzzy", "shorts", "television", "sock", "pink", "ponytial", "ball marker"])(
    "[FI-3] %j has no similar words, and finds nothing",
    (query) => {
      expect(find(query)).toMatchObject({ products: [], count: 0, correction: null, letGo: null });
    },
  );
});
