// A separate process that draws one picture as AVIF and ends; draw-avif.ts starts it. Apart from the shop it can have
// the lowest priority, so shoppers never wait for it, and it can be killed. Its memory is returned, and a crash of
// the encoder takes nothing else down. It knows none of the shop's settings and secrets.
import sharp from "sharp";
import { IMAGE_WIDTHS } from "#domain/product/image.ts";
import { AVIF } from "./encoding.ts";
import { boxOf } from "./picture-box.ts";

export type AvifFile = { width: number; data: Uint8Array };
export type AvifAnswer = { files: AvifFile[] } | { error: string };

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadWebpBuffer"] });

// A stop of the shop reaches its whole group of processes. The shop itself ends this one, or has gone.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.once("message", async (webp: Uint8Array) => {
  const answer = await draw(webp).catch((error: unknown): AvifAnswer => ({ error: String(error) }));
  process.send?.(answer);
});

/** All widths; nothing of a file's metadata is ever written. */
async function draw(webp: Uint8Array): Promise<AvifAnswer> {
  const files: AvifFile[] = [];
  for (const width of IMAGE_WIDTHS) {
    const drawn = sharp(webp, { failOn: "error" }).resize(boxOf(width));
    files.push({ width, data: await drawn.avif(AVIF).toBuffer() });
  }
  return { files };
}
