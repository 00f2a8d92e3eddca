import { describe, expect, test } from "vitest";
import { defaultStoreSettings } from "../settings/settings.ts";
import { type BrandPart, brandWords, rangeOf } from "./brand.ts";
import { readBrand } from "./brand-schema.ts";
import { defaultBrand } from "./default-brand.ts";
import { readPart } from "./form/part-form.ts";
import type { HomeBlock } from "./home-blocks.ts";
import { fontSets, lookPath, lookStylesheet, parseLookName, presets } from "./look.ts";
import { type LinkGround, resolveLink, resolveMenu } from "./menu.ts";
import { contrastOf } from "./oklch.ts";
import { colorProblems, paletteOf } from "./palette.ts";
import { inLook } from "./recolor.ts";
import { nextAnnouncement, showBlocks, showBrand } from "./shown-brand.ts";

const golf = presets.clubhouse.colors;
const ground: LinkGround = {
  pages: defaultBrand.pages,
  categories: [
    { id: "Hats", slug: "HATS", name: "Hats" },
    { id: "Shirts", slug: "POLOS", name: "Polos" },
  ],
  collections: [{ id: "c1", slug: "gifts", name: "Gifts" }],
};
const parse = (part: BrandPart, value: unknown) => readPart(part, { [part]: JSON.stringify(value) }, ground);
const errorsOf = (part: BrandPart, value: unknown) => {
  const parsed = parse(part, value);
  return parsed.ok ? {} : parsed.errors;
};
const about = defaultBrand.pages[0];

describe("three colors", () => {
  test("[BR-1] make the whole palette: those of the golf brand make its own", () => {
    expect(paletteOf(golf)).toMatchObject({
      surface: "#fdfcf9",
      sand: "#efe9de",
      moss: "#e4ebdb",
      line: "#d6d4cc",
      edge: "#7b8379",
      ink: "#14211b",
      "ink-2": "#47534c",
      "fairway-deep": "#0c3422",
      "flag-deep": "#a32510",
      sun: "#f6d156",
    });
  });

  test.each(Object.entries(presets))("[BR-1] of the preset %s can be read in every pair", (_, { colors }) => {
    expect(colorProblems(colors)).toEqual([]);
  });

  test.each([
    ["a yellow brand", { ...golf, brand: "#ffcc00" }, "brand"],
    ["a pale accent", { ...golf, accent: "#ff9988" }, "accent"],
    ["a dark paper", { ...golf, paper: "#333333" }, "paper"],
  ] as const)("[BR-1] with %s name the nearest shade that can be read", (_, colors, wrong) => {
    const problems = colorProblems(colors);
    const [problem] = problems;
    expect(problem).toMatchObject({ color: wrong, min: 4.5 });
    expect(problem?.ratio).toBeLessThan(4.5);
    const nearest = Object.fromEntries(problems.map((each) => [each.color, each.nearest]));
    expect(colorProblems({ ...colors, ...nearest })).toEqual([]);
  });

  test("contrast is that of WCAG 2", () => {
    expect(contrastOf("#000000", "#ffffff")).toBe(21);
    expect(contrastOf("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });
});

describe("the style sheet of a look", () => {
  test("[BR-1] has its values as its name, and no other name is served", () => {
    const path = lookPath(presets.harbor) ?? "";
    const look = parseLookName(path.replace("/look/", ""));
    expect(look).toMatchObject({ colors: presets.harbor.colors, radius: 22 });
    expect(look && lookStylesheet(look)).toContain("--color-fairway:#17365c");
    for (const name of ["x.css", "17365c-b3361e-f4f8fb-comic-22.css", "ffcc00-b3361e-f4f8fb-modern-22.css"])
      expect(parseLookName(name)).toBeNull();
    expect(parseLookName("17365c-b3361e-f4f8fb-modern-22-x.css")).toBeNull();
  });

  test("[BR-1] is not needed for the golf brand, whose colors are in the shop's own", () => {
    expect(lookPath(defaultBrand.look)).toBeNull();
  });
});

test.each(Object.entries(presets))(
  "[BR-1] an email in the look of %s has no color of another look",
  (name, look) => {
    const golfs = Object.values(paletteOf(golf));
    const letter = `<p style="color:#14211b;${fontSets.clubhouse.inEmails}">${golfs.join()}#ffffff</p>`;
    const drawn = inLook(letter, look);
    if (name === "clubhouse") expect(drawn).toBe(letter);
    else expect(golfs.filter((hex) => drawn.includes(hex))).toEqual([]);
    expect(drawn).toContain(fontSets[look.fonts].inEmails);
    expect(drawn).toContain(look.colors.brand);
  },
);

describe("the document", () => {
  test.each(Object.keys(defaultBrand) as BrandPart[])("[BR-2] accepts its own default: %s", (part) => {
    const parsed = parse(part, structuredClone(defaultBrand[part]));
    expect(parsed.ok && parsed.value).toEqual(defaultBrand[part]);
  });

  test("[BR-7] with a missing or broken part shows the default of that part", () => {
    const words = { ...defaultBrand.words, claim: "Bags made to last." };
    const brand = readBrand({ words, look: { colors: "red" }, home: "x" });
    expect(brand).toEqual({ ...defaultBrand, words });
    expect(readBrand(null)).toEqual(defaultBrand);
  });

  test("[BR-2] keeps markup as plain text, and drops characters that reverse a text", () => {
    const [, hero] = defaultBrand.home;
    const parsed = parse("home", [{ ...hero, heading: "<b>Bags</b>\u202e & belts" }]);
    expect(parsed.ok && parsed.value).toMatchObject([{ heading: "<b>Bags</b> & belts" }]);
  });

  test("[BR-3] refuses a text that is too long", () => {
    const typed = (text: string) => errorsOf("pages", [{ ...about, text }]);
    expect(typed("a".repeat(20_000))).toEqual({});
    expect(typed("a".repeat(20_001))).toEqual({ "pages[0].text": "Use at most 20,000 characters" });
  });

  test("[BR-2] requires alt text for an uploaded picture, and refuses one that was not uploaded", () => {
    const [, hero] = defaultBrand.home;
    const typed = (picture: object) => errorsOf("home", [{ ...hero, picture }]);
    const url = "/storage/product-images/a_1.webp";
    expect(typed({ url, alt: "" })).toEqual({ "home[0].picture.alt": "Describe the picture in a few words" });
    expect(typed({ url: "javascript:alert(1)", alt: "x" })).toEqual({
      "home[0].picture.url": "Upload a picture",
    });
    expect(typed({ url, alt: "Bags on a bench" })).toEqual({});
  });

  test("[BR-3] refuses a link to a deleted target, and an invalid address", () => {
    const typed = (kind: string, ref: string) =>
      errorsOf("menu", { ...defaultBrand.menu, header: [{ label: "X", kind, ref }] });
    for (const [kind, ref] of [
      ["page", "care"],
      ["category", "Bags"],
      ["collection", "c2"],
    ] as const)
      expect(typed(kind, ref)).toEqual({ "menu.header[0].ref": "Choose where it links to" });
    expect([typed("category", "Shirts"), typed("collection", "c1")]).toEqual([{}, {}]);
    for (const address of ["javascript:alert(1)", "//evil.example", "http://x.example", "shop"])
      expect(typed("address", address)).toEqual({
        "menu.header[0].ref": "Enter an address that begins with https:// or /",
      });
    expect(typed("address", "/shop?color=navy")).toEqual({});
  });

  test("[BR-2] [BR-6] refuses a block without a collection, or with a deleted one", () => {
    const typed = (collectionId: string) => {
      const block = { kind: "collection", collectionId, heading: "", linkLabel: "See all" };
      return errorsOf("home", [{ ...block, id: "b1", isOn: true }]);
    };
    expect(typed("")).toEqual({ "home[0].collectionId": "Choose a collection" });
    expect(typed("c2")).toEqual({ "home[0].collectionId": "Choose a collection" });
    expect(typed("c1")).toEqual({});
  });

  test("[FT-1] a social link is an https address or empty", () => {
    const typed = (url: string) => parse("menu", { ...defaultBrand.menu, socials: [url] });
    expect(typed(" https://www.instagram.com/dune ")).toMatchObject({
      value: { socials: ["https://www.instagram.com/dune"] },
    });
    expect(typed("")).toMatchObject({ value: { socials: [] } });
    for (const url of [
      "javascript:alert(1)",
      "http://example.com",
      "https://",
      `https://a.b/${"c".repeat(300)}`,
    ])
      expect(typed(url), url).toMatchObject({ ok: false });
  });

  test("[BR-3] refuses the address of another page, that of About, and one with other characters", () => {
    const page = { ...about, id: "p1", title: "Care", heading: "Care" };
    const typed = (slug: string) =>
      errorsOf("pages", [about, { ...page, slug: "care", id: "p2" }, { ...page, slug }]);
    expect(typed("care")).toHaveProperty(["pages[2].slug"]);
    expect(typed("about")).toHaveProperty(["pages[2].slug"]);
    for (const slug of ["⛳", "Care", "a/b", ""]) expect(typed(slug)).toHaveProperty(["pages[2].slug"]);
    expect(typed("care-2")).toEqual({});
    expect(errorsOf("pages", [{ ...page, slug: "care" }])).toEqual({
      pages: "The About page can't be deleted",
    });
  });

  test("[BR-1] says why a color is refused", () => {
    const look = { ...defaultBrand.look, colors: { ...golf, accent: "#ff9988" } };
    expect(errorsOf("look", look)["look.colors.accent"]).toMatch(
      /contrast 1\.\d, needed 4\.5.*#[0-9a-f]{6}$/,
    );
  });
});

test("[BR-3] a link of the menu follows its page, and is removed with it", () => {
  const page = {
    ...defaultBrand.pages[0],
    id: "p1",
    slug: "care",
    title: "Care",
  } as (typeof defaultBrand.pages)[0];
  const menu = { ...defaultBrand.menu, header: [{ label: "CARE", kind: "page" as const, ref: "p1" }] };
  const headerWith = (pages: LinkGround["pages"]) => resolveMenu(menu, { ...ground, pages }).header;
  expect(headerWith([page])).toEqual([{ to: "/pages/care", label: "CARE" }]);
  expect(headerWith([{ ...page, slug: "washing" }])[0]?.to).toBe("/pages/washing");
  expect(headerWith([])).toEqual([]);
});

test("[BR-3] [BR-4] the default menu has the categories of the shop, by their names and in their order", () => {
  expect(resolveMenu(defaultBrand.menu, ground).columns[0]?.links).toEqual([
    { to: "/shop?category=HATS", label: "Hats" },
    { to: "/shop?category=POLOS", label: "Polos" },
    { to: "/shop?sale=true", label: "Sale" },
    { to: "/shop", label: "All Products" },
  ]);
});

test("[BR-3] [BR-6] a link to a category or a collection follows its address, and is left out while that is hidden", () => {
  const category = { label: "Shirts", kind: "category", ref: "Shirts" } as const;
  const collection = { label: "For him", kind: "collection", ref: "c1" } as const;
  expect(resolveLink(category, ground)).toEqual({ to: "/shop?category=POLOS", label: "Shirts" });
  expect(resolveLink(collection, ground)).toEqual({ to: "/collections/gifts", label: "For him" });
  const empty = { ...ground, categories: [], collections: [] };
  expect([resolveLink(category, empty), resolveLink(collection, empty)]).toEqual([null, null]);
});

test("[BR-4] what the shop sells is the owner's text, or else the names of the categories that are shown", () => {
  const categories = [...ground.categories, { name: "Samples", isHidden: true }];
  expect(rangeOf({ range: "" }, categories)).toBe("Hats and Polos");
  expect(rangeOf({ range: "Bags" }, categories)).toBe("Bags");
});

test("every text of the fixed pages has a default", () => {
  expect(Object.keys(defaultBrand.words).sort()).toEqual(Object.keys(brandWords).sort());
});

test("[BR-2] an announcement is shown from its first day to the end of its last one, by the store's clocks", () => {
  const [block] = defaultBrand.home;
  const dates = { from: "2026-06-01", until: "2026-06-03" };
  const home = [{ ...block, isOn: true, text: "Sale on bags", ...dates }] as typeof defaultBrand.home;
  const timeZone = "America/Phoenix";
  const [starts, ends] = ["2026-06-01T07:00:00Z", "2026-06-04T07:00:00Z"].map((time) => Date.parse(time));
  const shownAt = (now: number) => {
    const ground = { timeZone, now, categories: [], collections: [] };
    return showBrand({ ...defaultBrand, home }, defaultStoreSettings, ground).announcement?.text;
  };
  const times = [starts, ends].flatMap((time = 0) => [time - 1, time]);
  expect(times.map(shownAt)).toEqual([undefined, "Sale on bags", "Sale on bags", undefined]);
  expect(times.map((at) => nextAnnouncement(home, timeZone, at))).toEqual([starts, ends, ends, Infinity]);
  expect(nextAnnouncement(defaultBrand.home, timeZone, 0)).toBe(Infinity);
});

test("[BR-1] [BR-2] a look without drawings shows none of them, and still the owner's pictures", () => {
  const [, hero] = defaultBrand.home;
  const own = { url: "/storage/product-images/a_1.webp", alt: "Bags on a bench", focus: "center" as const };
  const pictureIn = (hasDrawings: boolean, change: object) => {
    const look = { ...defaultBrand.look, hasDrawings };
    const home = [{ ...hero, ...change } as HomeBlock];
    return showBlocks({ home, look }, ground, defaultStoreSettings)[0];
  };
  expect(pictureIn(true, {})).toMatchObject({ picture: { url: "drawing:course" } });
  expect(pictureIn(false, {})).toMatchObject({ picture: null, first: { to: "/shop" } });
  expect(pictureIn(false, { picture: own })).toMatchObject({ picture: own });
});
