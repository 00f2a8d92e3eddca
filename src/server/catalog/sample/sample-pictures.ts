// The sample catalog's pictures in the repository: WebP at every width of the shop, made in advance like an upload
// (scripts/sample-pictures.ts), so that no first start has to convert them.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { imageAtWidth } from "#domain/product/image.ts";
import { PICTURE_WIDTHS, type PictureFile } from "../../files/pictures/picture-sizes.ts";

/** Every size of a picture. Throws when one is missing. */
export function readSamplePicture(folder: string, file: string): Promise<PictureFile[]> {
  return Promise.all(
    PICTURE_WIDTHS.map(async (width) => ({
      width,
      data: await readFile(path.join(folder, imageAtWidth(file, width))),
    })),
  );
}
