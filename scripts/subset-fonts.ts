// Makes the shop's two font files from the packages with the full families: Latin letters, the few signs that the
// texts use, and only the weights that the pages use. Run it by hand after a font update or when a text needs a
// new sign (`node scripts/subset-fonts.ts`) and commit the files.
// It also prints the vertical metrics that styles/fonts.css repeats for the fallback faces.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const OUTPUT_FOLDER = "public/fonts";

const asciiPrintable = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
const latinLetters = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŠšŽž";
const signs = "\u00a0©®™°·×–—‘’“”•…→←↑↓½¼¾№′″−%";

const faces = [
  {
    source: "node_modules/@fontsource-variable/besley/files/besley-latin-wght-normal.woff2",
    target: "besley.woff2",
    text: `${asciiPrintable}ÀÁÄÇÈÉÊÍÑÓÖÚÜßàáâäçèéêëíîïñóôöúûü${signs}`,
    weight: { min: 500, max: 700 },
  },
  {
    source: "node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
    target: "hanken-grotesk.woff2",
    text: asciiPrintable + latinLetters + signs,
    weight: { min: 400, max: 700 },
  },
];

/** Ascent, descent and line gap as percentages of the em, read from the font's hhea table. */
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

await mkdir(OUTPUT_FOLDER, { recursive: true });
for (const face of faces) {
  const whole = await readFile(face.source);
  const options = { variationAxes: { wght: face.weight } };
  const woff2 = await subsetFont(whole, face.text, { ...options, targetFormat: "woff2" });
  const plain = await subsetFont(whole, face.text, { ...options, targetFormat: "sfnt" });
  await writeFile(`${OUTPUT_FOLDER}/${face.target}`, woff2);
  console.log(face.target, `${(woff2.length / 1024).toFixed(1)} KB`, verticalMetrics(plain));
}
