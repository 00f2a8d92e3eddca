import { describe, expect, test } from "vitest";
import { type ProductChange, readChange } from "./change.ts";
import { harmOf, Shown, type ShownList, sinceOf } from "./shown.ts";

const [polo, cap, other] = ["p", "c", "o"].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
if (!polo || !cap || !other) throw new Error("three ids");

const change = (what: ProductChange["what"], more: Partial<ProductChange> = {}): ProductChange => ({
  kind: "product",
  id: polo,
  what,
  categories: ["SHIRTS"],
  created: 100,
  designs: [],
  ...more,
});

const picture = (url: string, hasAvif = false) => ({ url, alt: "", ...(hasAvif ? { hasAvif } : {}) });

function showing({
  whole = [],
  cards = [],
  lists = [],
}: {
  whole?: string[];
  cards?: string[];
  lists?: ShownList[];
}) {
  const shown = new Shown();
  for (const id of whole) shown.noteProduct(id, [picture(`${id}.webp`)]);
  const list = { category: null, by: [], since: Number.POSITIVE_INFINITY };
  shown.noteList(
    list,
    cards.map((id) => ({ id, images: [picture(`${id}.webp`, true)] })),
  );
  for (const each of lists) shown.noteList(each, []);
  return shown;
}

describe("what a change does to a page", () => {
  test.each([
    ["listed", "harmful", "harmful"],
    ["edited", "harmful", "harmful"],
    ["sold_out", "harmful", "harmful"],
    ["back", "brief", "harmless"],
    ["level", "brief", "harmless"],
    ["stock", "brief", null],
    ["option_sold_out", "harmful", null],
    ["option_back", "brief", null],
    ["option_stock", "brief", null],
    ["reviewed", "harmful", null],
  ] as const)("%s: on the product's own page %s, on a card %s, on others nothing", (what, whole, card) => {
    expect(harmOf(change(what), showing({ whole: [polo] }))).toBe(whole);
    expect(harmOf(change(what), showing({ cards: [polo] }))).toBe(card);
    expect(harmOf(change(what), showing({ whole: [cap], cards: [other] }))).toBeNull();
  });

  test.each([
    [{ category: null, by: [], since: null }, ["listed"]],
    [{ category: "SHIRTS", by: [], since: 100 }, ["listed"]],
    [{ category: "HATS", by: ["edits", "stock", "sizes"], since: null }, []],
    [{ category: null, by: ["edits", "stock", "sizes"], since: 101 }, []],
    [{ category: null, by: [], since: null, upTo: 100 }, ["listed"]],
    [{ category: null, by: ["edits", "stock", "sizes"], since: null, upTo: 99 }, []],
    [{ category: null, by: ["edits"], since: null }, ["listed", "edited"]],
    [{ category: null, by: ["stock"], since: null }, ["listed", "sold_out", "back"]],
    [
      { category: null, by: ["sizes"], since: null },
      ["listed", "edited", "sold_out", "back", "option_sold_out", "option_back"],
    ],
  ] as [ShownList, string[]][])("the list %j may get other products by %j", (list, movers) => {
    const shown = showing({ lists: [list] });
    const all = [
      "listed",
      "edited",
      "sold_out",
      "back",
      "stock",
      "option_sold_out",
      "option_back",
      "option_stock",
    ] as const;
    expect(all.filter((what) => harmOf(change(what), shown) !== null)).toEqual(
      all.filter((what) => movers.includes(what)),
    );
    for (const what of ["listed", "edited"] as const)
      if (movers.includes(what)) expect(harmOf(change(what), shown)).toBe("harmful");
    for (const what of ["sold_out", "back"] as const)
      if (movers.includes(what)) expect(harmOf(change(what), shown)).toBe("harmless");
  });

  test("[CH-2] the pages of the other colors of its design are touched by what they show of it", () => {
    const shown = showing({ whole: [cap] });
    shown.noteColors("rope", [{ image: picture("/round.webp") }, { image: null }]);
    const harmToColors = (what: ProductChange["what"], designs = ["knit", "rope"]) =>
      harmOf(change(what, { designs }), shown);
    expect((["listed", "edited", "sold_out"] as const).map((what) => harmToColors(what))).toEqual(
      Array(3).fill("harmful"),
    );
    expect(harmToColors("back")).toBe("harmless");
    for (const what of ["level", "stock", "option_sold_out", "option_back", "option_stock"] as const) {
      expect(harmToColors(what), what).toBeNull();
    }
    expect(harmToColors("listed", ["knit"])).toBeNull();
    expect(harmOf({ kind: "picture", url: "/round.webp" }, shown)).toBe("harmless");
    const without = showing({ whole: [cap] });
    without.noteColors("", []);
    expect(harmOf(change("listed", { designs: [""] }), without)).toBeNull();
  });

  test("a product that leaves a category touches the lists of both", () => {
    const hats = showing({ lists: [{ category: "HATS", by: [], since: null }] });
    expect(harmOf(change("listed"), hats)).toBeNull();
    expect(harmOf(change("listed", { categories: ["SHIRTS", "HATS"] }), hats)).toBe("harmful");
  });

  test("a picture that can be AVIF now touches pages that offered it without, harmlessly", () => {
    const shown = showing({ whole: [polo], cards: [cap] });
    expect(harmOf({ kind: "picture", url: `${polo}.webp` }, shown)).toBe("harmless");
    expect(harmOf({ kind: "picture", url: `${cap}.webp` }, shown)).toBeNull();
    expect(harmOf({ kind: "everything" }, new Shown())).toBe("harmful");
  });
});

test("a list that is not full has room for anybody", () => {
  const made = ["2026-06-01T12:00:00.000Z", "2026-05-01T12:00:00.000Z"].map((createdAt) => ({ createdAt }));
  expect(sinceOf(made, 3)).toBeNull();
  expect(sinceOf(made, 2)).toBe(Date.UTC(2026, 4, 1, 12));
  expect(sinceOf([], 0)).toBeNull();
});

test.each([
  "",
  "{}",
  "null",
  "[]",
  '{"product":"x","what":"unknown","categories":[],"created":1}',
  '{"settings":true}',
])("the message %j may have changed everything", (payload) => {
  expect(readChange(payload)).toEqual({ kind: "everything" });
});
