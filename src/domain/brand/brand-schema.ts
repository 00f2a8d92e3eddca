// The only way into the brand's document: for the owner's input, and for a row that a backup or a hand-written UPDATE left.
// Text becomes printable lines (markup is never rendered), links lead only to existing targets, and every picture that the
// owner uploads has a description.
import * as z from "zod/mini";
import { isSlug, reservedSlugs } from "../redirects/slug.ts";
import { oneLine } from "../text/one-line.ts";
import { paragraphs } from "../text/paragraphs.ts";
import { parseUrl } from "../text/query-text.ts";
import type { Brand, BrandPart, brandWords } from "./brand.ts";
import { defaultBrand } from "./default-brand.ts";
import { BLOCKS_MAX, blockKinds, type HomeBlock, REASONS_MAX } from "./home-blocks.ts";
import { fontSets, radii } from "./look.ts";
import {
  blankLink,
  COLUMN_LINKS_MAX,
  FOOTER_COLUMNS,
  HEADER_LINKS_MAX,
  linkKinds,
  SOCIALS_MAX,
} from "./menu.ts";
import { isHexColor } from "./oklch.ts";
import { ABOUT_ID, OWN_PAGES_MAX } from "./own-page.ts";
import { colorProblems } from "./palette.ts";
import { drawingOf, focuses } from "./picture.ts";

const LINE_MAX = 120;
const TEXT_MAX = 600;
const PAGE_TEXT_MAX = 20_000;
const URL_MAX = 300;

/** A form omits an empty field. */
const line = (max = LINE_MAX) =>
  z.pipe(
    z.transform((value: unknown) => oneLine(value)),
    z.string().check(z.maxLength(max, `Use at most ${max} characters`)),
  );
const neededLine = (message: string, max = LINE_MAX) =>
  z.pipe(line(max), z.string().check(z.minLength(1, message)));
const text = (max = TEXT_MAX) =>
  z.pipe(
    z.transform((value: unknown) => paragraphs(value, 1)),
    z.string().check(z.maxLength(max, `Use at most ${max.toLocaleString("en-US")} characters`)),
  );
const yesNo = z.pipe(
  z.transform((value: unknown) => value === true || value === "on" || value === "true"),
  z.boolean(),
);
const list = <T extends z.ZodMiniType>(item: T, max: number, message: string) =>
  z.pipe(
    z.transform((value: unknown) => value ?? []),
    z.array(item).check(z.maxLength(max, message)),
  );
const id = z.pipe(line(), z.string().check(z.regex(/^[\w-]{1,60}$/)));
const choice = <T extends string>(names: readonly T[], message: string) => z.enum(names, message);
const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

const OWN_PICTURE = /^(\/storage\/product-images\/\w+\.webp|https?:\/\/[^\s"'<>()]+\.webp)$/;

const picture = z
  .object({
    url: z.pipe(line(URL_MAX), z.string()),
    alt: line(200),
    focus: z._default(z.enum(focuses), "center"),
  })
  .check(
    z.refine(({ url }) => drawingOf({ url }) !== null || OWN_PICTURE.test(url), {
      path: ["url"],
      error: "Upload a picture",
    }),
    z.refine(({ url, alt }) => alt !== "" || drawingOf({ url }) !== null, {
      path: ["alt"],
      error: "Describe the picture in a few words",
    }),
  );

/** Null where this field of it is empty. */
const nothingWithout = <Input>(key: string) =>
  z.transform((value: unknown): Input | null => {
    const isEmpty = typeof value !== "object" || value === null || !oneLine(Reflect.get(value, key));
    return isEmpty ? null : (value as Input);
  });
const pictureOrNone = z.pipe(nothingWithout<z.input<typeof picture>>("url"), z.nullable(picture));

const WEB_ADDRESS = /^(\/(?!\/)[^\s]*|https:\/\/[^\s/]+\.[^\s]+)$/;

const link = z
  .object({
    label: neededLine("Enter a label", 40),
    kind: z._default(choice(keysOf(linkKinds), "Choose what it links to"), blankLink.kind),
    ref: z._default(line(URL_MAX), blankLink.ref),
  })
  .check(
    z.refine(({ kind, ref }) => kind !== "address" || WEB_ADDRESS.test(ref), {
      path: ["ref"],
      error: "Enter an address that begins with https:// or /",
    }),
  );
const columnLink = z.discriminatedUnion("kind", [z.object({ kind: z.literal("categories") }), link]);
const linkOrNone = z.pipe(nothingWithout<z.input<typeof link>>("label"), z.nullable(link));

const color = z.pipe(
  z.transform((value: unknown) => String(value ?? "").toLowerCase()),
  z.string().check(z.refine(isHexColor, "Choose a color")),
);

const look = z.object({
  logo: pictureOrNone,
  logoOnDark: pictureOrNone,
  logoReplacesName: yesNo,
  mark: choice(["wordmark", "crest"], "Choose one"),
  colors: z.object({ brand: color, accent: color, paper: color }).check((ctx) => {
    for (const { color: name, what, ratio, min, nearest } of colorProblems(ctx.value)) {
      ctx.issues.push({
        code: "custom",
        input: ctx.value,
        path: [name],
        message: `${what} can't be read well: contrast ${ratio.toFixed(1)}, needed ${min}. The nearest shade that works is ${nearest}`,
      });
    }
  }),
  fonts: choice(keysOf(fontSets), "Choose fonts"),
  radius: z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.number().check(z.refine((value) => value in radii, "Choose a corner style")),
  ),
  contactPicture: pictureOrNone,
  hasDrawings: yesNo,
});

const day = z.pipe(
  line(10),
  z.string().check(z.refine((value) => value === "" || !Number.isNaN(Date.parse(value)), "Enter a day")),
);
const base = { id, isOn: yesNo };
const heading = neededLine("Enter a heading");

const block = z.discriminatedUnion("kind", [
  z
    .object({
      ...base,
      kind: z.literal("announcement"),
      text: line(160),
      link: linkOrNone,
      from: day,
      until: day,
    })
    .check(
      z.refine(({ isOn, text }) => !isOn || text !== "", {
        path: ["text"],
        error: "Enter the announcement, or turn it off",
      }),
      z.refine(({ from, until }) => from === "" || until === "" || from <= until, {
        path: ["until"],
        error: "The last day can't be before the first",
      }),
    ),
  z.object({
    ...base,
    kind: z.literal("hero"),
    eyebrow: line(),
    heading,
    text: text(),
    first: linkOrNone,
    second: linkOrNone,
    picture,
    showsProduct: yesNo,
  }),
  z.object({ ...base, kind: z.literal("categories"), heading }),
  z.object({ ...base, kind: z.literal("newest"), heading, linkLabel: line(40) }),
  z.object({ ...base, kind: z.literal("sale"), heading, text: line(), linkLabel: line(40) }),
  z.object({
    ...base,
    kind: z.literal("collection"),
    collectionId: neededLine("Choose a collection"),
    heading: line(),
    linkLabel: neededLine("Enter a label", 40),
  }),
  z.object({
    ...base,
    kind: z.literal("picture-text"),
    heading,
    text: text(1_500),
    link: linkOrNone,
    picture: pictureOrNone,
    side: choice(["left", "right"], "Choose a side"),
  }),
  z.object({
    ...base,
    kind: z.literal("reasons"),
    heading,
    label: line(20),
    reasons: list(
      z.object({ name: neededLine("Enter a title", 60), note: line(20), text: text(300) }),
      REASONS_MAX,
      `Use at most ${REASONS_MAX} reasons`,
    ),
  }),
  z.object({ ...base, kind: z.literal("reviews"), heading }),
  z.object({ ...base, kind: z.literal("quote"), text: text(400), who: line(80) }),
]);

const home = list(block, BLOCKS_MAX, `Use at most ${BLOCKS_MAX} blocks`).check(
  z.refine(
    (blocks) => {
      const once = blocks.flatMap(({ kind }) => (blockKinds[kind].isRepeatable ? [] : [kind]));
      return new Set(once).size === once.length && hasUniqueIds(blocks);
    },
    { error: "This block can only be added once" },
  ),
);

const slug = z.pipe(line(), z.string().check(z.refine(isSlug, "Use lowercase letters, digits, and hyphens")));

const ownPage = z.object({
  id,
  slug,
  title: neededLine("Enter a title", 60),
  eyebrow: line(60),
  heading: neededLine("Enter a heading"),
  picture: pictureOrNone,
  text: text(PAGE_TEXT_MAX),
  seoTitle: line(70),
  description: line(200),
});

const pages = list(ownPage, OWN_PAGES_MAX, `Use at most ${OWN_PAGES_MAX} pages`).check((ctx) => {
  const seen = new Set<string>();
  for (const [at, { slug, id: pageId }] of ctx.value.entries()) {
    const isReserved = reservedSlugs.includes(slug) && pageId !== ABOUT_ID;
    if (seen.has(slug) || isReserved)
      ctx.issues.push({
        code: "custom",
        input: ctx.value,
        path: [at, "slug"],
        message: "Another page has this address. Choose another one",
      });
    seen.add(slug);
  }
  if (!ctx.value.some((page) => page.id === ABOUT_ID) || !hasUniqueIds(ctx.value))
    ctx.issues.push({
      code: "custom",
      input: ctx.value,
      path: [],
      message: "The About page can't be deleted",
    });
});

const social = z.pipe(
  line(URL_MAX),
  z.string().check(z.refine(isWebUrl, "Enter an address that begins with https://")),
);

const menu = z.object({
  header: list(link, HEADER_LINKS_MAX, `Use at most ${HEADER_LINKS_MAX} links`),
  columns: z
    .array(
      z.object({
        heading: neededLine("Enter a heading", 30),
        links: list(columnLink, COLUMN_LINKS_MAX, `Use at most ${COLUMN_LINKS_MAX} links`),
      }),
    )
    .check(z.length(FOOTER_COLUMNS)),
  socials: z.pipe(
    // Five fields, of which some are empty.
    z.transform((value: unknown) => (Array.isArray(value) ? value.filter((url) => oneLine(url) !== "") : [])),
    z.array(social).check(z.maxLength(SOCIALS_MAX, `Use at most ${SOCIALS_MAX} links`)),
  ),
});

const words = z.object({
  trade: line(30),
  range: line(60),
  homeTitle: line(),
  homeDescription: line(300),
  shopHeading: heading,
  shippingPromise: line(),
  claim: line(),
  notFound: line(60),
} satisfies Record<keyof typeof brandWords, z.ZodMiniType>);

export const parts = { look, home, pages, menu, words };

function hasUniqueIds(items: readonly { id: string }[]): boolean {
  return new Set(items.map((item) => item.id)).size === items.length;
}

function isWebUrl(url: string): boolean {
  return /^https:\/\/[^\s/]+\.[^\s/]+/i.test(url) && parseUrl(url) !== null;
}

/** A stored document. A missing or broken part is replaced by the default, so that no page fails because of it. */
export function readBrand(stored: unknown): Brand {
  const fields = typeof stored === "object" && stored !== null ? stored : {};
  const part = <P extends BrandPart>(name: P): Brand[P] => {
    const parsed = parts[name].safeParse(Reflect.get(fields, name));
    return parsed.success && Object.hasOwn(fields, name) ? (parsed.data as Brand[P]) : defaultBrand[name];
  };
  return {
    look: part("look"),
    home: part("home"),
    pages: part("pages"),
    menu: part("menu"),
    words: part("words"),
  };
}

/** A new block of this kind, with the texts of the default one if there is one. */
export function newBlock(kind: HomeBlock["kind"], blockId: string): HomeBlock {
  const usual = defaultBrand.home.find((each) => each.kind === kind);
  if (usual) return { ...usual, id: blockId };
  if (kind === "quote") return { id: blockId, kind, isOn: true, text: "", who: "" };
  if (kind === "collection")
    return {
      id: blockId,
      kind,
      isOn: true,
      collectionId: "",
      heading: "",
      linkLabel: "See the collection",
    };
  return {
    id: blockId,
    kind: "picture-text",
    isOn: true,
    heading: "New block",
    text: "",
    link: null,
    picture: null,
    side: "left",
  };
}
