// The golf brand is one of many that the shop can show: its words are in its document of defaults (domain/brand/default-brand.ts),
// where an owner replaces them, and in no page, email, or feed.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./documents.ts";
import { textsOf } from "./words.ts";

const GOLF =
  /\b(golf\w*|tee (off|time)|first tee|fairways?|scorecards?|clubhouse|pro shop|caddies?|birdies?|bunkers?|putts?|saguaros?|out of bounds|into the rough|under par|the rough|hats?|caps?|polos?|shirts?)\b/i;

/** The four samples of the golf brand, which other brands don't show. */
const SAMPLES = "src/web/storefront/shop/sample-products.tsx";

const shown = globSync(
  [
    "src/web/{layout,page,storefront,ui}/**/*.{ts,tsx}",
    "src/web/routes/storefront/**/*.{ts,tsx}",
    "src/server/{http,mail}/**/*.ts",
    "src/domain/settings/legal-*.ts",
  ],
  { cwd: root },
).filter((file) => !/\.test\.tsx?$/.test(file));

/** Addresses of drawings, names of fonts and classes are no sentences. */
const isSentence = (text: string) => !/[/[\]#]|-\w+ |^[a-z-]+ [a-z-]+$/.test(text);

const golfIn = (file: string) =>
  textsOf(file, readFileSync(path.join(root, file), "utf8"))
    .filter(({ text }) => isSentence(text) && GOLF.test(text))
    .map(({ text }) => `${file}: ${text.trim().slice(0, 120)}`);

test("[BR-1] [BR-2] no page, email, or feed has a sentence about golf in its code", () => {
  expect(shown).toEqual(expect.arrayContaining(["src/server/mail/compose-email.ts", SAMPLES]));
  expect(golfIn(SAMPLES)).toHaveLength(4);
  expect(shown.filter((file) => file !== SAMPLES).flatMap(golfIn)).toEqual([]);
});
