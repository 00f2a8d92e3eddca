import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { imageAtWidth } from "#domain/product/image.ts";
import { AVIF_START_MS, startWorker } from "#process/worker.ts";
import { findProduct } from "#test/pages/shown-product.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { withBucket } from "#test/servers/bucket.ts";
import { editingTests } from "#test/shop/product-editing.ts";
import type { Shop } from "../../core/shop.ts";
import { workQueues } from "../../core/work-queues.ts";
import { deleteProduct } from "../../products/delete-product.ts";
import { makeDueAvif } from "./make-avif.ts";
import { sweepImages } from "./sweep-images.ts";
import { uploadImage } from "./upload-image.ts";

const { attemptsMax: AVIF_ATTEMPTS_MAX, leaseSeconds } = workQueues.pictures;
const AVIF_LEASE_MS = leaseSeconds * 1_000;

const { shop, files, advance, picture, create, typed, spare, dropPictures } = editingTests();
// The shop reads no AVIF; these tests do.
const readsAvif = { operation: ["VipsForeignLoadHeifBuffer"] };
beforeAll(() => sharp.unblock(readsAvif));
afterAll(() => sharp.block(readsAvif));

const WIDTHS = [320, 640, 1024];
const HOUR_MS = 3_600_000;

/** A product with one picture, or with these. */
async function product(urls?: string[]) {
  const images = (urls ?? [await picture()]).map((url) => ({ url, alt: "" }));
  return { id: await create({ images }), url: images[0]!.url };
}

const avifKeys = () => [...files().keys()].filter((key) => key.endsWith(".avif")).sort();
const keysOf = (url: string) =>
  WIDTHS.map((width) => imageAtWidth(url, width, "avif").replace("/storage/", "")).sort();
type Row = {
  url: string;
  state: string;
  attempts: number;
  locked_until: Date | null;
  last_error: string | null;
};
const rows = async () =>
  (
    await sql<Row>`
      select key as url, attempts, locked_until, last_error, case when done_at is not null then 'ready'
          when dead_at is not null then 'given_up' else 'waiting' end as state
        from jobs where kind = 'avif' order by key`.execute(shop().db)
  ).rows;
const shown = async (id: string) => (await findProduct(shop(), { id }))?.images;

/** A shop whose file store does something else when it is asked to keep the AVIF of this width. */
function withPut(width: number, put: () => Promise<void>): Shop {
  const store = shop().files;
  return {
    ...shop(),
    files: {
      ...store,
      put: (key, bytes, type) => (key.endsWith(`-${width}.avif`) ? put() : store.put(key, bytes, type)),
    },
  };
}

describe("[PF-3] the AVIF of a product's picture", () => {
  test("AVIF is made once for each picture, whichever product shows it, and offered from then on", async () => {
    const urls = [await picture(), await picture()];
    const { id } = await product(urls);
    expect(await shown(id)).toEqual(urls.map((url) => ({ url, alt: "Harbor Polo" })));
    const first = await makeDueAvif(shop());
    expect(first.nextInMs).toBeGreaterThanOrEqual(2_000);
    await makeDueAvif(shop());
    expect(await makeDueAvif(shop())).toEqual({ nextInMs: null });
    expect(avifKeys()).toEqual(urls.flatMap(keysOf).sort());
    expect(await shown(id)).toEqual(urls.map((url) => ({ url, alt: "Harbor Polo", hasAvif: true })));
    const file = await sharp(files().get(keysOf(urls[0]!)[1]!)!).metadata();
    expect(file).toMatchObject({ format: "heif", compression: "av1", width: 40, height: 50 });
  });

  test("AVIF is not made of a picture that no product was saved with", async () => {
    await picture();
    expect(await makeDueAvif(shop())).toEqual({ nextInMs: null });
    expect(await rows()).toEqual([]);
  });

  test("AVIF is upright like the photo of a phone, and knows nothing of place, camera or owner", async () => {
    const blueLeft = {
      input: { create: { width: 900, height: 900, channels: 3 as const, background: "blue" } },
    };
    const photo = await sharp({ create: { width: 1800, height: 900, channels: 3, background: "red" } })
      .composite([{ ...blueLeft, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: "Pat Sample" }, IFD3: { GPSLatitude: "33/1 26/1 54/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const stored = await uploadImage(shop(), photo);
    if (!stored.ok) throw new Error(stored.reason);
    await product([stored.url]);
    await makeDueAvif(shop());
    for (const width of WIDTHS) {
      const bytes = files().get(imageAtWidth(stored.url, width, "avif").replace("/storage/", ""))!;
      const file = await sharp(bytes).metadata();
      expect(file).toMatchObject({ format: "heif", height: 2 * file.width });
      expect(file.width).toBe(Math.min(width, 900));
      expect(file.exif ?? file.icc ?? file.xmp ?? file.orientation).toBeUndefined();
      expect(Buffer.from(bytes).includes("Pat Sample")).toBe(false);
      const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([data[2]! > 200, data.at(-3)! > 200], "blue above, red below").toEqual([true, true]);
    }
  });

  test("AVIF reaches an S3-compatible store with its type, and leaves it with the picture", async () => {
    const { store, kept } = withBucket(shop());
    const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const stored = await uploadImage(store, bytes);
    if (!stored.ok) throw new Error(stored.reason);
    const { id } = await product([stored.url]);
    await makeDueAvif(store);
    const made = [...kept].filter(([key]) => key.endsWith(".avif"));
    expect(made.map(([, { type }]) => type)).toEqual(["image/avif", "image/avif", "image/avif"]);
    expect((await shown(id))?.[0]).toMatchObject({ url: stored.url, hasAvif: true });
    await deleteProduct(store, { id, actor });
    await dropPictures();
    await sweepImages(store);
    expect([...kept.keys()]).toEqual([]);
  });
});

/** A try that stands still before its last file (`held`) until `goOn` or `fail` is called. */
function heldTry() {
  const { promise, resolve: goOn, reject } = Promise.withResolvers<void>();
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  const put = () => {
    arrive();
    return promise;
  };
  return { trying: makeDueAvif(withPut(1024, put)), held, goOn, fail: () => reject(new Error("no room")) };
}

describe("[PF-3] anything that happens while AVIF is made", () => {
  test("a crash between the files and the mark: the next try writes the same files and marks them", async () => {
    const { id, url } = await product();
    const { trying: frozen, held, goOn } = heldTry();
    await held;
    advance(AVIF_LEASE_MS);
    expect(await makeDueAvif(shop()), "another process holds it").toEqual({ nextInMs: null });
    expect((await shown(id))?.[0]).not.toHaveProperty("hasAvif");
    advance(1);
    await makeDueAvif(shop());
    expect(avifKeys()).toEqual(keysOf(url));
    expect((await shown(id))?.[0]).toMatchObject({ hasAvif: true });
    goOn();
    await frozen;
    expect(await rows()).toMatchObject([{ url, state: "ready" }]);
    expect(avifKeys(), "a slow try undoes nothing").toEqual(keysOf(url));
  });

  test("a try that another one has overtaken changes nothing, whether it ends or fails", async () => {
    const { id } = await product();
    const next = async () => {
      advance(AVIF_LEASE_MS + 1);
      const one = heldTry();
      await one.held;
      return one;
    };
    const [ends, fails, last] = [await next(), await next(), await next()];
    const before = await rows();
    expect(before).toMatchObject([{ state: "waiting", attempts: 3 }]);
    ends.goOn();
    await ends.trying;
    fails.fail();
    await fails.trying;
    expect(await rows()).toEqual(before);
    last.goOn();
    await last.trying;
    expect((await shown(id))?.[0]).toMatchObject({ hasAvif: true });
  });

  test("a product deleted in the meantime: its picture is removed after the attempt, with all its files", async () => {
    const { id } = await product();
    const { trying, held, goOn } = heldTry();
    await held;
    await deleteProduct(shop(), { id, actor });
    await dropPictures();
    await sweepImages(shop());
    expect(await spare(), "the picture waits for the try that holds it").toHaveLength(1);
    goOn();
    await trying;
    await sweepImages(shop());
    expect([...files().keys()]).toEqual([]);
    expect([await rows(), await spare()]).toEqual([[], []]);
  });

  test("a try that outlived its lease while the picture was swept takes its files away again", async () => {
    const { id } = await product();
    const { trying, held, goOn } = heldTry();
    await held;
    await deleteProduct(shop(), { id, actor });
    await dropPictures();
    advance(AVIF_LEASE_MS + 1);
    await sweepImages(shop());
    expect(files().size).toBe(0);
    await shop().files.put(
      keysOf("/storage/product-images/late_1.webp")[0]!,
      new Uint8Array(1),
      "image/avif",
    );
    goOn();
    await trying;
    expect(avifKeys()).toEqual(["product-images/late_1-1024.avif"]);
  });

  test("a picture that can't be drawn is tried a few times, given up with the reason, and holds up no other", async () => {
    const bad = await product();
    files().set(bad.url.replace("/storage/", ""), Buffer.from("RIFF1234WEBP damaged"));
    const good = await product();
    await makeDueAvif(shop());
    await makeDueAvif(shop());
    expect((await shown(good.id))?.[0]).toMatchObject({ hasAvif: true });
    expect(await makeDueAvif(shop()), "it rests after a failure").toEqual({ nextInMs: null });
    for (let attempt = 2; attempt <= AVIF_ATTEMPTS_MAX; attempt += 1) {
      advance(6 * HOUR_MS);
      expect((await makeDueAvif(shop())).nextInMs).not.toBeNull();
    }
    advance(48 * HOUR_MS);
    expect(await makeDueAvif(shop())).toEqual({ nextInMs: null });
    const row = (await rows()).find(({ url }) => url === bad.url);
    expect(row).toMatchObject({ state: "given_up", attempts: AVIF_ATTEMPTS_MAX });
    expect(row?.last_error).toMatch(/unsupported image format|corrupt|webp/i);
    expect((await shown(bad.id))?.[0]).toEqual({ url: bad.url, alt: "Harbor Polo" });
  });

  test("a picture that ends every process that draws it is given up, too", async () => {
    await product();
    await sql`update jobs set attempts = ${AVIF_ATTEMPTS_MAX}`.execute(shop().db);
    await makeDueAvif(shop());
    expect(await rows()).toMatchObject([
      { state: "given_up", last_error: expect.stringContaining("every try ended without an answer") },
    ]);
    expect(avifKeys()).toEqual([]);
  });

  test("a store that fails for a while delays AVIF", async () => {
    const { id } = await product();
    const failing = withPut(640, () => Promise.reject(new Error("The file store answered PUT with 503")));
    await makeDueAvif(failing);
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, locked_until: null }]);
    advance(60_000);
    await makeDueAvif(shop());
    expect((await shown(id))?.[0]).toMatchObject({ hasAvif: true });
  });

  test("a stop of the shop ends the drawing right away and costs the picture no try", async () => {
    await product();
    const stopping = new AbortController();
    const trying = makeDueAvif(shop(), stopping.signal);
    stopping.abort();
    await trying;
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 0, locked_until: null }]);
    expect(avifKeys()).toEqual([]);
  });

  test("a try that is stopped after another one has overtaken it leaves that one its picture", async () => {
    await product();
    const stopping = new AbortController();
    const { promise, reject } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const put = () => {
      arrive();
      return promise;
    };
    const stopped = makeDueAvif(withPut(1024, put), stopping.signal);
    await arrived;
    advance(AVIF_LEASE_MS + 1);
    const { trying, goOn } = heldTry();
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(2);
    const before = await rows();
    stopping.abort();
    reject(new Error("stopped"));
    await stopped;
    expect(await rows()).toEqual(before);
    goOn();
    await trying;
    expect(await rows()).toMatchObject([{ state: "ready" }]);
  });
});

test("[PF-3] the worker makes AVIF a while after the start, and not at all where it is turned off", async () => {
  await product([...(await typed()).images].map(({ url }) => url));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const off = startWorker({ ...shop(), env: { ...shop().env, makesAvif: false } });
  vi.advanceTimersByTime(AVIF_START_MS + 1);
  await off.stop();
  expect(await rows()).toMatchObject([{ attempts: 0 }]);
  const worker = startWorker(shop());
  vi.advanceTimersByTime(AVIF_START_MS - 1);
  expect(await rows()).toMatchObject([{ attempts: 0 }]);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => avifKeys().length).toBe(3);
  await worker.stop();
});
