// Makes the shop's font files from the packages with the full families: only the weights that the pages use, and for
// each family one file with the characters of English texts and one with accented letters, which a browser fetches when
// a page has one. Run it by hand after a font update or when a text needs a new character (`node
// scripts/subset-fonts.ts`) and commit the files. It also writes the CSS rules for the files, and prints the vertical
// metrics that styles/fonts.css repeats for the fallback fonts.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const OUTPUT_FOLDER = "src/web/styles/fonts";

const asciiPrintable = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
const signs = "\u00a0©®™°·×–—‘’“”•…→←↑↓½¼¾№′″−%";
/** Accents in English words: café, naïve, piqué. */
const english = `${asciiPrintable}${signs}âäçèéêïñöü`;
const accented = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŠšŽž";

const families = [
  {
    source: "node_modules/@fontsource-variable/besley/files/besley-latin-wght-normal.woff2",
    name: "besley",
    family: "Besley",
    weight: 700,
    weights: "500 700",
  },
  {
    source: "node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
    name: "hanken-grotesk",
    family: "Hanken Grotesk",
    weight: { min: 400, max: 700 },
    weights: "400 700",
  },
  {
    source:
      "node_modules/@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2",
    name: "playfair-display",
    family: "Playfair Display",
    weight: 700,
    weights: "500 700",
  },
  {
    source: "node_modules/@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2",
    name: "outfit",
    family: "Outfit",
    weight: { min: 400, max: 700 },
    weights: "400 700",
  },
];
const faces = families.flatMap(({ name, ...family }) => [
  { ...family, target: `${name}.woff2`, text: english },
  {
    ...family,
    target: `${name}-accented.woff2`,
    text: [...accented].filter((sign) => !english.includes(sign)).join(""),
  },
]);

/** As in CSS: `U+20-7E, U+A0`. */
function unicodeRange(text: string): string {
  const codes = [...new Set([...text].map((sign) => sign.codePointAt(0) ?? 0))].sort((a, b) => a - b);
  const ranges: [from: number, to: number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(", ");
}

/** Ascent, descent, and line gap as percentages of the em, read from the font's hhea table. */
function verticalMetrics(font: Buffer) {
  const table = (tag: string) => {
    const count = font.readUInt16BE(4);
    for (let index = 0; index < count; index += 1) {
      const entry = 12 + index * 16;
      if (font.toString("latin1", entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
    }
    throw new Error(`The font has no ${tag} table.`);
  };
  const em = font.readUInt16BE(table("head") + 18);
  const percent = (offset: number) =>
    `${((font.readInt16BE(table("hhea") + offset) * 100) / em).toFixed(2)}%`;
  return { ascent: percent(4), descent: percent(6), lineGap: percent(8) };
}

const rule = ({ family, weights, target, text }: (typeof faces)[number]) => `@font-face {
  font-family: "${family}";
  src: url("./${target}") format("woff2");
  font-weight: ${weights};
  font-display: swap;
  unicode-range: ${unicodeRange(text)};
}
`;

await mkdir(OUTPUT_FOLDER, { recursive: true });
for (const face of faces) {
  const whole = await readFile(face.source);
  const options = { variationAxes: { wght: face.weight } };
  const woff2 = await subsetFont(whole, face.text, { ...options, targetFormat: "woff2" });
  const plain = await subsetFont(whole, face.text, { ...options, targetFormat: "sfnt" });
  await writeFile(`${OUTPUT_FOLDER}/${face.target}`, woff2);
  console.log(face.target, `${(woff2.length / 1000).toFixed(1)} KB`, verticalMetrics(plain));
}
await writeFile(
  `${OUTPUT_FOLDER}/faces.css`,
  `/* Written by scripts/subset-fonts.ts. */\n${faces.map(rule).join("\n")}`,
);
