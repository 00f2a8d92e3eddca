// The product form's pictures, as a person adds them.
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";

export type PictureFile = { name: string; mimeType: string; buffer: Buffer };

export async function pictureFile(
  name: string,
  format: "png" | "gif" | "jpeg",
  color: string,
): Promise<PictureFile> {
  const picture = sharp({ create: { width: 400, height: 500, channels: 3, background: color } });
  return { name, mimeType: `image/${format}`, buffer: await picture.toFormat(format).toBuffer() };
}

/** A click on the drop zone, then the files. */
export async function chooseFiles(page: Page, files: PictureFile[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Drag pictures here, paste them, or click to choose").click();
  await (await chooser).setFiles(files);
}

/** One field for each picture in the form. */
export function tilesOf(page: Page): Locator {
  return page.getByLabel(/^What picture \d/);
}
