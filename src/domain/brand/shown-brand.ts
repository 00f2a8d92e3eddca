// The brand as the storefront draws it: links with their addresses, and the facts of the settings in its sentences.
import { legalFacts } from "../settings/legal-facts.ts";
import { fillFacts, type LegalFacts } from "../settings/legal-text.ts";
import type { StoreSettings } from "../settings/settings.ts";
import { momentOfLocal } from "../text/zone-time.ts";
import type { Brand, BrandWords } from "./brand.ts";
import type { HomeBlock } from "./home-blocks.ts";
import { type FontFile, fontSets, lookPath } from "./look.ts";
import { resolveLink, resolveMenu, type ShownLink, type ShownMenu, type StoreLink } from "./menu.ts";
import type { OwnPage } from "./own-page.ts";

/** What every page of the storefront knows of it. */
export type ShownBrand = {
  /** The address of the style sheet that gives the shop this look; null: its own does. */
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

export function showBrand(brand: Brand, settings: StoreSettings, timeZone: string): ShownBrand {
  const { look, menu, pages } = brand;
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
    menu: resolveMenu(menu, pages),
    announcement: announcementOf(brand, facts, timeZone),
    words: fillAll(words, facts),
  };
}

function announcementOf({ home, pages }: Brand, facts: LegalFacts, timeZone: string): Announcement | null {
  const block = home.find((each) => each.kind === "announcement");
  if (!block?.isOn || block.text === "") return null;
  const momentOf = (day: string, time: string) =>
    momentOfLocal(`${day}T${time}`, timeZone)?.getTime() ?? null;
  return {
    text: fillFacts(block.text, facts),
    link: block.link && resolveLink(block.link, pages),
    from: momentOf(block.from, "00:00"),
    until: momentOf(block.until, "23:59"),
  };
}

/** A block with the addresses of its links. */
export type ShownBlock<Block = HomeBlock> = Block extends HomeBlock
  ? { [Key in keyof Block]: Block[Key] extends StoreLink | null ? ShownLink | null : Block[Key] }
  : never;

/** The blocks of the home page that are on, but for the announcement, which stands on every page. */
export function showBlocks(blocks: HomeBlock[], pages: OwnPage[], settings: StoreSettings): ShownBlock[] {
  const shown = blocks.filter(({ isOn, kind }) => isOn && kind !== "announcement");
  return fillAll(
    shown.map((block) => withAddresses(block, pages)),
    legalFacts(settings),
  );
}

function withAddresses(block: HomeBlock, pages: OwnPage[]): ShownBlock {
  const shown = (value: unknown) =>
    typeof value === "object" && value !== null && "ref" in value
      ? resolveLink(value as StoreLink, pages)
      : value;
  return Object.fromEntries(Object.entries(block).map(([key, value]) => [key, shown(value)])) as ShownBlock;
}

/** Every text in it with its words in braces replaced. */
export function fillAll<T>(value: T, facts: LegalFacts): T {
  if (typeof value === "string") return (value.includes("{") ? fillFacts(value, facts) : value) as T;
  if (Array.isArray(value)) return value.map((each) => fillAll(each, facts)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillAll(each, facts)])) as T;
}
