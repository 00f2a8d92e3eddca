// `node scripts/sample-pictures.ts FOLDER`: converts a folder of 1600 × 2000 pictures (JPEG or PNG) to every size of
// the shop, like uploads, into sample/pictures. The repository keeps only these sizes.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { imageAtWidth } from "#domain/product/image.ts";
import { drawSizes } from "#server/files/pictures/picture-sizes.ts";

const SAMPLE_PICTURES = path.join(import.meta.dirname, "../sample/pictures");

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0) {
  console.error("node scripts/sample-pictures.ts FOLDER");
  process.exit(2);
}
for (const name of (await readdir(folder)).filter((each) => /\.(jpe?g|png)$/i.test(each)).sort()) {
  const drawn = await drawSizes(await readFile(path.join(folder, name)));
  if (!drawn.ok) throw new Error(`${name} can't be used: ${drawn.reason}`);
  const file = `${path.parse(name).name}.webp`;
  for (const { width, data } of drawn.files)
    await writeFile(path.join(SAMPLE_PICTURES, imageAtWidth(file, width)), data);
  const bytes = drawn.files.reduce((sum, { data }) => sum + data.length, 0);
  console.log(`${file}  ${Math.round(bytes / 1024)} KB`);
}
