// The brand as the storefront draws it: links with their addresses, and texts with the facts of the settings.
import { legalFacts } from "../settings/legal-facts.ts";
import { fillFacts, type LegalFacts } from "../settings/legal-text.ts";
import type { StoreSettings } from "../settings/settings.ts";
import { momentOfLocal } from "../text/zone-time.ts";
import { type Brand, type BrandWords, rangeOf } from "./brand.ts";
import type { HomeBlock } from "./home-blocks.ts";
import { type FontFile, fontSets, lookPath } from "./look.ts";
import {
  type LinkGround,
  resolveLink,
  resolveMenu,
  type ShownLink,
  type ShownMenu,
  type StoreLink,
} from "./menu.ts";
import { type BrandPicture, shownPicture } from "./picture.ts";

/** What every page of the storefront has of it. */
export type ShownBrand = {
  /** The address of the style sheet with this look; null: the shop's own has it. */
  stylesheet: string | null;
  fonts: readonly FontFile[];
  paper: string;
  logo: { url: string; onDarkUrl: string | null; replacesName: boolean } | null;
  isCrest: boolean;
  hasDrawings: boolean;
  menu: ShownMenu;
  announcement: Announcement | null;
  words: Omit<BrandWords, "homeTitle" | "homeDescription">;
};

/** `from`, `until`: milliseconds since 1970; null: no limit. */
export type Announcement = {
  text: string;
  link: ShownLink | null;
  from: number | null;
  until: number | null;
};

/** `shown`: the categories and collections that shoppers see. */
export function showBrand(
  brand: Brand,
  settings: StoreSettings,
  { timeZone, ...shown }: Omit<LinkGround, "pages"> & { timeZone: string },
): ShownBrand {
  const { look, menu, pages } = brand;
  const ground = { ...shown, pages };
  const { homeTitle: _, homeDescription: __, ...words } = brand.words;
  const facts = legalFacts(settings);
  return {
    stylesheet: lookPath(look),
    fonts: fontSets[look.fonts].files,
    paper: look.colors.paper,
    logo: look.logo && {
      url: look.logo.url,
      onDarkUrl: look.logoOnDark?.url ?? null,
      replacesName: look.logoReplacesName,
    },
    isCrest: look.mark === "crest",
    hasDrawings: look.hasDrawings,
    menu: resolveMenu(menu, ground),
    announcement: announcementOf(brand.home, facts, timeZone, ground),
    words: fillAll({ ...words, range: rangeOf(words, shown.categories) }, facts),
  };
}

function announcementOf(
  home: HomeBlock[],
  facts: LegalFacts,
  timeZone: string,
  ground: LinkGround,
): Announcement | null {
  const block = home.find((each) => each.kind === "announcement");
  if (!block?.isOn || block.text === "") return null;
  const momentOf = (day: string, time: string) =>
    momentOfLocal(`${day}T${time}`, timeZone)?.getTime() ?? null;
  return {
    text: fillFacts(block.text, facts),
    link: block.link && resolveLink(block.link, ground),
    from: momentOf(block.from, "00:00"),
    until: momentOf(block.until, "23:59"),
  };
}

/** A block with the addresses of its links, and without a drawing that its look does not have. */
export type ShownBlock<Block = HomeBlock> = Block extends HomeBlock
  ? { [Key in keyof Block]: ShownValue<Block[Key]> }
  : never;
type ShownValue<Value> = Value extends StoreLink
  ? ShownLink | null
  : Value extends BrandPicture
    ? BrandPicture | null
    : Value;

/** The blocks of the home page that are on, except the announcement, which is on every page. */
export function showBlocks(
  { home, look }: Pick<Brand, "home" | "look">,
  ground: LinkGround,
  settings: StoreSettings,
): ShownBlock[] {
  const shown = home.filter(({ isOn, kind }) => isOn && kind !== "announcement");
  const shownValue = (value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if ("ref" in value) return resolveLink(value as StoreLink, ground);
    return "url" in value ? shownPicture(value as BrandPicture, look) : value;
  };
  const blocks = shown.map((block) =>
    Object.fromEntries(Object.entries(block).map(([key, value]) => [key, shownValue(value)])),
  );
  return fillAll(blocks as ShownBlock[], legalFacts(settings));
}

/** Every text in it with its words in braces replaced. */
export function fillAll<T>(value: T, facts: LegalFacts): T {
  if (typeof value === "string") return (value.includes("{") ? fillFacts(value, facts) : value) as T;
  if (Array.isArray(value)) return value.map((each) => fillAll(each, facts)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillAll(each, facts)])) as T;
}
