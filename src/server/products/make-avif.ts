// Makes the AVIF of one picture that a product shows. Files first, then the mark by which pages offer them: a
// process that dies in between leaves files that the next try writes again, and that go with the picture.
// A picture that can't be drawn stays WebP and keeps nobody waiting.
import { IMAGE_WIDTHS, imageAtWidth } from "#domain/image.ts";
import { DRAWING_MS_MAX } from "../files/draw-avif.ts";
import { pictureKey } from "../files/picture-key.ts";
import { errorText } from "../log.ts";
import { nowOf, type Shop } from "../shop.ts";
import {
  type ClaimedPicture,
  claimPicture,
  hasDuePicture,
  markAvifFailed,
  markAvifReady,
  unclaimPicture,
} from "./avif-queries.ts";

const MINUTE_MS = 60_000;
/** Longer than a try can take, with its files on their way to a slow store. */
export const AVIF_LEASE_MS = DRAWING_MS_MAX + 5 * MINUTE_MS;
/** How long a picture rests after each failure; after the last one it is given up. */
const RETRY_AFTER_MS = [1, 10, 60, 360].map((minutes) => minutes * MINUTE_MS);
export const AVIF_ATTEMPTS_MAX = RETRY_AFTER_MS.length + 1;

const PAUSE_MS_MIN = 2_000;
/** So much longer than the drawing took is the pause after it: also where CPU time is rationed, most is the shop's. */
const PAUSE_PER_DRAWING = 3;

type Parts = Pick<Shop, "db" | "files" | "drawAvif" | "clock" | "log" | "catalogChanged">;

/**
 * Takes the picture that has been due the longest, if there is one, and answers when the next may be taken. The
 * pages are told once, after the last picture that was due. Aborting ends a drawing at once and costs no try.
 */
export async function makeDueAvif(
  shop: Parts,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ nextInMs: number | null }> {
  const started = performance.now();
  const lockedUntil = new Date(shop.clock() + AVIF_LEASE_MS);
  const picture = await claimPicture(shop.db, { now: nowOf(shop), lockedUntil });
  if (!picture) return { nextInMs: null };
  try {
    if (picture.attempt > AVIF_ATTEMPTS_MAX) throw new Error("every try ended without an answer");
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
  if (outcome === "ready" && !(await hasDuePicture(shop.db, nowOf(shop)))) await shop.catalogChanged();
}

async function putOff(shop: Parts, picture: ClaimedPicture, cause: unknown): Promise<void> {
  const { url, attempt } = picture;
  const pauseMs = RETRY_AFTER_MS[attempt - 1];
  const retryAt = pauseMs === undefined ? null : new Date(shop.clock() + pauseMs);
  const error = errorText(cause);
  await markAvifFailed(shop.db, picture, { error, retryAt });
  shop.log.warn(retryAt ? "products.avif_failed" : "products.avif_given_up", { url, attempt, error });
}

/** Deletes the AVIF files of a picture of our own store, as many as there are. */
export async function deleteAvif(shop: Pick<Shop, "files">, url: string): Promise<void> {
  const key = pictureKey(shop.files, url);
  if (!key) return;
  for (const width of IMAGE_WIDTHS) await shop.files.delete(imageAtWidth(key, width, "avif"));
}
