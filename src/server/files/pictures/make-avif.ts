// Makes the AVIF of one picture that a product shows: first the files, then the mark by which pages offer them. A
// process that dies in between leaves files that the next try overwrites and that are deleted with the picture.
// A picture that can't be drawn stays WebP and holds nothing up.
import { IMAGE_WIDTHS, imageAtWidth } from "#domain/product/image.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { retryAt, workQueues } from "../../core/work-queues.ts";
import {
  type ClaimedJob,
  claimJob,
  failJobStep,
  finishJobStep,
  giveBackJobStep,
  hasJob,
} from "../../db/jobs/queries.ts";
import type { FileStore } from "../file-store.ts";

const { leaseSeconds, attemptsMax } = workQueues.pictures;

const PAUSE_MS_MIN = 2_000;
/** So much longer than the drawing took is the pause after it: also where CPU time is rationed, most is the shop's. */
const PAUSE_PER_DRAWING = 3;

type Parts = Pick<Shop, "db" | "files" | "drawAvif" | "clock" | "newId" | "log">;

/**
 * Takes the picture that has been due the longest, if there is one, and answers when the next may be taken. Aborting
 * ends a drawing right away and costs no try.
 */
export async function makeDueAvif(
  shop: Parts,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ nextInMs: number | null }> {
  const started = performance.now();
  const claim = { now: nowOf(shop), leaseSeconds, attemptsMax, token: shop.newId() };
  const picture = await claimJob(shop.db, { kind: "avif", ...claim });
  if (!picture) return { nextInMs: null };
  try {
    await makeFiles(shop, picture, signal);
    await settle(shop, picture);
  } catch (error) {
    if (signal.aborted) await giveBackJobStep(shop.db, picture);
    else await putOff(shop, picture, error);
  }
  return { nextInMs: Math.max(PAUSE_MS_MIN, PAUSE_PER_DRAWING * (performance.now() - started)) };
}

async function makeFiles(shop: Parts, { key: url }: ClaimedJob, signal: AbortSignal): Promise<void> {
  const key = pictureKey(shop.files, url);
  const webp = key && (await shop.files.get(key));
  if (!webp) throw new Error("the picture is not in the file store");
  for (const { width, data } of await shop.drawAvif(webp, signal)) {
    await shop.files.put(imageAtWidth(key, width, "avif"), data, "image/avif");
  }
}

async function settle(shop: Parts, picture: ClaimedJob): Promise<void> {
  const stood = await finishJobStep(shop.db, picture, { progress: {}, runAt: null, now: nowOf(shop) });
  // Swept while it was drawn: nothing would ever find these files.
  if (!stood && !(await hasJob(shop.db, { kind: "avif", key: picture.key })))
    await deleteAvif(shop, picture.key);
}

async function putOff(shop: Parts, picture: ClaimedJob, cause: unknown): Promise<void> {
  const { key: url, attempts } = picture;
  const now = nowOf(shop);
  const nextAt = retryAt(workQueues.pictures, attempts, now);
  const error = errorText(cause);
  await failJobStep(shop.db, picture, { error, retryAt: nextAt, now });
  shop.log.warn(nextAt ? "products.avif_failed" : "products.avif_given_up", {
    url,
    attempt: attempts,
    error,
  });
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
