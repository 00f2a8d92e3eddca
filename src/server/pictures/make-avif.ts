// Makes the AVIF of one picture that a product shows: first the files, then the mark by which pages offer them. A
// process that dies in between leaves files that the next try overwrites and that are deleted with the picture.
// A picture that can't be drawn stays WebP and holds nothing up.
import { IMAGE_WIDTHS, imageAtWidth } from "#domain/product/image.ts";
import type { FileStore } from "../files/file-store.ts";
import { errorText } from "../log.ts";
import { nowOf, type Shop } from "../shop.ts";
import { retryAt, workQueues } from "../work-queues.ts";
import {
  type ClaimedPicture,
  claimPicture,
  markAvifFailed,
  markAvifReady,
  unclaimPicture,
} from "./avif-queries.ts";

const { leaseSeconds, attemptsMax } = workQueues.pictures;

const PAUSE_MS_MIN = 2_000;
/** So much longer than the drawing took is the pause after it: also where CPU time is rationed, most is the shop's. */
const PAUSE_PER_DRAWING = 3;

type Parts = Pick<Shop, "db" | "files" | "drawAvif" | "clock" | "log">;

/**
 * Takes the picture that has been due the longest, if there is one, and answers when the next may be taken. Aborting
 * ends a drawing at once and costs no try.
 */
export async function makeDueAvif(
  shop: Parts,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ nextInMs: number | null }> {
  const started = performance.now();
  const lockedUntil = new Date(shop.clock() + leaseSeconds * 1_000);
  const picture = await claimPicture(shop.db, { now: nowOf(shop), lockedUntil });
  if (!picture) return { nextInMs: null };
  try {
    if (picture.attempt > attemptsMax) throw new Error("every try ended without an answer");
    await makeFiles(shop, picture, signal);
    await settle(shop, picture);
  } catch (error) {
    if (signal.aborted) await unclaimPicture(shop.db, picture);
    else await putOff(shop, picture, error);
  }
  return { nextInMs: Math.max(PAUSE_MS_MIN, PAUSE_PER_DRAWING * (performance.now() - started)) };
}

async function makeFiles(shop: Parts, { url }: ClaimedPicture, signal: AbortSignal): Promise<void> {
  const key = pictureKey(shop.files, url);
  const webp = key && (await shop.files.get(key));
  if (!webp) throw new Error("the picture is not in the file store");
  for (const { width, data } of await shop.drawAvif(webp, signal)) {
    await shop.files.put(imageAtWidth(key, width, "avif"), data, "image/avif");
  }
}

async function settle(shop: Parts, picture: ClaimedPicture): Promise<void> {
  const outcome = await markAvifReady(shop.db, picture);
  // Swept while it was drawn: nobody would ever look for these files.
  if (outcome === "gone") await deleteAvif(shop, picture.url);
}

async function putOff(shop: Parts, picture: ClaimedPicture, cause: unknown): Promise<void> {
  const { url, attempt } = picture;
  const nextAt = retryAt(workQueues.pictures, attempt, nowOf(shop));
  const error = errorText(cause);
  await markAvifFailed(shop.db, picture, { error, retryAt: nextAt });
  shop.log.warn(nextAt ? "products.avif_failed" : "products.avif_given_up", { url, attempt, error });
}

/** The key of a picture by its URL; null for a URL outside of this store. */
export function pictureKey(files: FileStore, url: string): string | null {
  const key = /product-images\/[A-Za-z0-9_-]+\.[a-z0-9]+$/.exec(url)?.[0];
  return key && files.url(key) === url ? key : null;
}

/** Deletes the AVIF files of a picture of our own store, as many as there are. */
export async function deleteAvif(shop: Pick<Shop, "files">, url: string): Promise<void> {
  const key = pictureKey(shop.files, url);
  if (!key) return;
  for (const width of IMAGE_WIDTHS) await shop.files.delete(imageAtWidth(key, width, "avif"));
}
