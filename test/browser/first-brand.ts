// What is left of the golf brand in another shop: its sentences, products, and business, its colors and drawings, and the
// words of golf. A default that the owner kept is hers.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Brand } from "#domain/brand/brand.ts";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { paletteOf } from "#domain/brand/palette.ts";
import { sampleBusiness } from "#domain/settings/sample-business.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { sampleProducts } from "#sample/catalog.ts";
import { sampleSizeCharts } from "#sample/size-charts.ts";
import { pageText } from "#test/pages/page-text.ts";

const root = path.join(import.meta.dirname, "../..");

const WORDS =
  /\b(golf\w*|fairways?|tees?|tee time|pro shop|cadd(?:y|ies?)|club ?house|birdies?|bogeys?|par|putt\w*|score ?cards?|swings?|bunkers?|mulligans?|rough|holes?|eighteen|greens?|greenkeepers?)\b/i;

/** Shorter ones may be anybody's. */
const SENTENCE_WORDS_MIN = 3;

/** What one answer of the shop says: a page, an email, a feed. */
export type Said = { where: string; text: string };

/** Looks through what the shop says for what only the first brand has. */
export function firstBrandIn(kept: Brand): (said: Said) => string[] {
  const [golfs, hers] = [defaultBrand, kept].map(({ look }) => Object.values(paletteOf(look.colors)));
  const colors = (golfs ?? []).filter((hex) => !hers?.includes(hex));
  const keptTexts = textsIn({ ...kept, home: kept.home.filter(({ isOn }) => isOn) }).join("\n");
  const sentences = sentencesOf().filter((sentence) => !keptTexts.includes(sentence));
  const names = [...new Set(sampleProducts.map(({ category }) => category))];
  const words = new RegExp(`${WORDS.source}|\\b(?:${names.join("|")})\\b`, "gi");
  const keptWords = new Set(keptTexts.match(words));
  return ({ where, text }) => {
    const source = plain(text);
    const read = readable(text);
    const found = [
      ...sentences.filter((sentence) => source.includes(sentence)),
      ...[...new Set(read.match(words))]
        .filter((word) => !keptWords.has(word))
        .map((word) => around(read, word)),
      ...colors.filter((hex) => shownParts(source).toLowerCase().includes(hex)),
      ...drawingFiles.filter((name) => source.includes(`/assets/${name}-`)),
    ];
    return found.map((trace) => `${where}: ${trace}`);
  };
}

function sentencesOf(): string[] {
  const products = sampleProducts.flatMap((product) => textsIn(product));
  const charts = sampleSizeCharts.flatMap(({ caption, advice }) => [caption, advice]);
  const business = [...Object.values(sampleBusiness), defaultStoreSettings.businessInfo.storeName];
  const parts = [...textsIn(defaultBrand), ...products, ...charts, ...business].flatMap((text) =>
    text.split(/\n+|\{[^}]*\}|(?<=[.!?]) /),
  );
  return [...new Set(parts.map((part) => plain(part).trim()))].filter(
    (part) => part.split(" ").length >= SENTENCE_WORDS_MIN,
  );
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const drawingFiles = globSync("src/web/{layout,storefront}/**/*.{svg,avif,webp}", { cwd: root })
  .map((file) => path.parse(file).name)
  // The marks of the networks are nobody's brand here.
  .filter((name) => name !== "socials");

/** One kind of blank, quotes, and ampersand, whether from markup or from data. */
function plain(text: string): string {
  return text
    .replace(/&nbsp;|\u00a0/g, " ")
    .replace(/&amp;|\\u0026/g, "&")
    .replace(/&quot;|\\+"/g, '"')
    .replace(/&#x27;|&#39;/g, "'");
}

const SCRIPT = /<script\b(?![^>]*ld\+json)[\s\S]*?<\/script>/g;

/** Without scripts, whose data has the names of tokens. */
const shownParts = (html: string) => html.replace(SCRIPT, "");

/** What is read or read aloud: text, titles, descriptions, labels, and structured data. */
function readable(html: string): string {
  const shown = shownParts(html);
  const attributes = [...shown.matchAll(/\b(?:alt|title|aria-label|placeholder|content|value)="([^"]*)"/g)];
  const data = [...shown.matchAll(/<script\b[^>]*ld\+json[^>]*>([\s\S]*?)<\/script>/g)];
  return plain([pageText(shown), ...[...attributes, ...data].map(([, said = ""]) => said)].join("\n"));
}

function around(text: string, word: string): string {
  const at = text.indexOf(word);
  return `“…${text.slice(Math.max(0, at - 30), at + word.length + 30).replace(/\s+/g, " ")}…”`;
}

const ICON = /[^"()\s]*\/(?:favicon|apple-touch-icon|og|shop(?:-maskable)?-\d+)\.(?:svg|png|ico|jpg)/g;
/** What browsers ask for without having read a page. */
const USUAL_ICONS = ["/favicon.ico", "/apple-touch-icon.png"];

/** Icons and link previews of the shop that are the first brand's files. */
export async function firstIconsIn(shopUrl: string, said: readonly Said[]): Promise<string[]> {
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  const files = globSync("public/**/*.*", { cwd: root }).map((file) => readFileSync(path.join(root, file)));
  const firsts = new Set(files.map(digest));
  const named = new Set([...USUAL_ICONS, ...said.flatMap(({ text }) => text.match(ICON) ?? [])]);
  const icons = await Promise.all(
    [...named].map(async (address) => {
      const answer = await fetch(new URL(address, shopUrl));
      return { address, isFirst: firsts.has(digest(new Uint8Array(await answer.arrayBuffer()))) };
    }),
  );
  return icons.filter(({ isFirst }) => isFirst).map(({ address }) => address);
}
