import { Hono } from "hono";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { jpegPath } from "#domain/product/image.ts";
import { withBucket } from "#test/servers/bucket.ts";
import { editingTests } from "#test/shop/product-editing.ts";
import { storedPicture } from "../../http/stored-pictures.ts";
import { drawJpeg } from "./draw-jpeg.ts";
import { SPARE_IMAGE_HOURS } from "./image-queries.ts";
import { jpegPictures } from "./jpeg-pictures.ts";
import { sweepImages } from "./sweep-images.ts";
import { uploadImage } from "./upload-image.ts";

const { shop, files, advance, picture } = editingTests();

const DAY_MS = SPARE_IMAGE_HOURS * 3_600_000;
const nameOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
const jpegNames = () => [...files().keys()].filter((key) => key.endsWith(".jpg")).map(nameOf);

/** A picture of two halves, 900 by 1125 pixels, whose lower half is see-through. */
async function halves(): Promise<Uint8Array> {
  const upper = await sharp({ create: { width: 900, height: 560, channels: 3, background: "#204080" } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 900, height: 1125, channels: 4, background: "#00000000" } })
    .composite([{ input: upper, left: 0, top: 0 }])
    .webp()
    .toBuffer();
}

async function pixel(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const one = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...one];
}
const isNear = (seen: number[], wanted: number[]) =>
  seen.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12);

/** The shop's answers for pictures, from a process of its own. */
function answers(parts = shop()) {
  const jpegs = jpegPictures(parts);
  const app = new Hono().get("/storage/product-images/:name", (c) => storedPicture(parts.files, jpegs, c));
  return (path: string | null) => app.request(path ?? "");
}

describe("[RT-6] JPEG of product pictures", () => {
  test("every kind keeps what is on the picture, on white where it is see-through, and nothing of its metadata", async () => {
    const webp = await sharp(await halves())
      .withExif({ IFD0: { Copyright: "Pat Sample" } })
      .webp()
      .toBuffer();
    for (const [kind, size] of [
      ["small", { width: 320, height: 400 }],
      ["whole", { width: 900, height: 1125 }],
    ] as const) {
      const jpeg = await drawJpeg(webp, kind);
      const file = await sharp(jpeg).metadata();
      expect(file).toMatchObject({ format: "jpeg", ...size });
      expect(file.exif ?? file.icc ?? file.xmp).toBeUndefined();
      expect(isNear(await pixel(jpeg, 10, 10), [0x20, 0x40, 0x80])).toBe(true);
      expect(isNear(await pixel(jpeg, 10, size.height - 10), [255, 255, 255])).toBe(true);
    }
  });

  test("a card shows the whole picture, and goes on as the picture's edges do", async () => {
    const card = await drawJpeg(await halves(), "card");
    expect(await sharp(card).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    for (const left of [2, 600, 1197]) {
      expect(isNear(await pixel(card, left, 20), [0x20, 0x40, 0x80]), `above at ${left}`).toBe(true);
      expect(isNear(await pixel(card, left, 610), [255, 255, 255]), `below at ${left}`).toBe(true);
    }
    const thin = { width: 3, height: 900, channels: 3 as const, background: "#204080" };
    for (const shape of [thin, { ...thin, width: 900, height: 1 }, { ...thin, width: 1, height: 1 }]) {
      const drawn = await drawJpeg(await sharp({ create: shape }).webp().toBuffer(), "card");
      expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630 });
      expect(isNear(await pixel(drawn, 3, 3), [0x20, 0x40, 0x80])).toBe(true);
    }
  });

  test("the first request encodes it, and it is stored: other sites may show it, and no second request is needed", async () => {
    const url = await picture();
    expect(jpegNames()).toEqual([]);
    const ask = answers();
    const [first, same] = await Promise.all([ask(jpegPath(url, "card")), ask(jpegPath(url, "card"))]);
    for (const answer of [first, same, await answers()(jpegPath(url, "card"))]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    }
    expect(jpegNames()).toEqual([nameOf(jpegPath(url, "card") ?? "")]);
    expect((await ask(url)).headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    files().delete(url.replace("/storage/", ""));
    expect((await answers()(jpegPath(url, "card"))).status, "drawn once").toBe(200);
  });

  test("there is no JPEG of what is no picture of the shop, of a smaller width, or damaged", async () => {
    const url = await picture();
    const ask = answers();
    files().set("product-images/broken_1.webp", Buffer.from("RIFF1234WEBP damaged"));
    for (const path of [
      "/storage/product-images/nothing_1-card.jpg",
      "/storage/product-images/broken_1-card.jpg",
      url.replace(".webp", "-640-card.jpg"),
      url.replace(".webp", "-640.jpg"),
      url.replace(".webp", "-other.jpg"),
    ]) {
      const answer = await ask(path);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect(jpegNames()).toEqual([]);
    expect(jpegPath("https://elsewhere.example/cap.webp", "card")).toBeNull();
  });

  test("a store that keeps nothing at the moment answers anyway", async () => {
    const url = await picture();
    const put = () => Promise.reject(new Error("The file store answered PUT with 503"));
    const ask = answers({ ...shop(), files: { ...shop().files, put } });
    expect((await ask(jpegPath(url, "small"))).status).toBe(200);
    expect(jpegNames()).toEqual([]);
  });

  test("a store that says 'forbidden' of what it does not have, as S3 does without the right to list, has it drawn", async () => {
    const url = await picture();
    const get = async (key: string) => {
      if (!files().has(key)) throw new Error("The file store answered GET with 403");
      return shop().files.get(key);
    };
    const ask = answers({ ...shop(), files: { ...shop().files, get } });
    expect((await ask(jpegPath(url, "small"))).status).toBe(200);
    expect(jpegNames()).toHaveLength(1);
  });

  test("a client that requests many at once is told to wait, and the others are drawn", async () => {
    const url = await picture();
    const webp = files().get(url.replace("/storage/", ""))!;
    const paths = Array.from({ length: 45 }, (_, count) => {
      files().set(`product-images/many_${count}.webp`, webp);
      return `/storage/product-images/many_${count}-small.jpg`;
    });
    const ask = answers();
    const got = await Promise.all(paths.map(ask));
    const refused = got.filter(({ status }) => status === 503);
    expect(refused.length).toBe(5);
    expect(refused[0]?.headers.get("retry-after")).toBe("10");
    expect(jpegNames()).toHaveLength(40);
    expect((await ask(paths.at(-1) ?? "")).status).toBe(200);
  });

  test("a picture that is swept takes its JPEG with it, also what is drawn at that very moment", async () => {
    const url = await picture();
    for (const kind of ["small", "whole", "card"] as const) await answers()(jpegPath(url, kind));
    expect(jpegNames()).toHaveLength(3);
    advance(DAY_MS);
    await sweepImages(shop());
    expect(files().size).toBe(0);

    const late = await picture();
    const { promise, resolve } = Promise.withResolvers<void>();
    const store = shop().files;
    const slow = {
      ...store,
      put: async (...file: Parameters<typeof store.put>) => {
        await promise;
        await store.put(...file);
      },
    };
    const asked = answers({ ...shop(), files: slow })(jpegPath(late, "small"));
    advance(DAY_MS);
    await sweepImages(shop());
    resolve();
    expect((await asked).status).toBe(200);
    expect(files().size).toBe(0);
  });

  test("of a picture in a bucket the shop answers with the JPEG itself, and keeps it in the bucket", async () => {
    const { store, kept } = withBucket(shop());
    const stored = await uploadImage(store, Buffer.from(await halves()));
    if (!stored.ok) throw new Error(stored.reason);
    const path = jpegPath(stored.url, "whole");
    expect(path).toMatch(/^\/storage\/product-images\//);
    expect((await answers(store)(path)).headers.get("content-type")).toBe("image/jpeg");
    expect(kept.get((path ?? "").replace("/storage/", ""))?.type).toBe("image/jpeg");
  });
});
