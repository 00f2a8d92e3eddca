// Draws one picture as AVIF, apart from the shop with the lowest priority, so that shoppers never wait for it.
import sharp from "sharp";
import { IMAGE_WIDTHS } from "#domain/product/image.ts";
import { AVIF } from "../encoding.ts";
import { boxOf } from "../picture-box.ts";
import { answerOnce } from "./answer-once.ts";

export type AvifFile = { width: number; data: Uint8Array };

sharp.concurrency(1);

/** All widths; nothing of a file's metadata is ever written. */
answerOnce("VipsForeignLoadWebpBuffer", async (webp: Uint8Array) => {
  const files: AvifFile[] = [];
  for (const width of IMAGE_WIDTHS) {
    const drawn = sharp(webp, { failOn: "error" }).resize(boxOf(width));
    files.push({ width, data: await drawn.avif(AVIF).toBuffer() });
  }
  return files;
});
