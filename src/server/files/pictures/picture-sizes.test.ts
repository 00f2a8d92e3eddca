import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { IMAGE_WIDTHS, imageAtWidth } from "#domain/product/image.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { IMAGE_BYTES_MAX, storeProductImage } from "./picture-sizes.ts";

const store = sharedShop();
beforeEach(() => store.files.clear());

const RED = { r: 220, g: 30, b: 30 };
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } });
const refused = async (bytes: Uint8Array) => {
  const result = await storeProductImage(store.shop, bytes);
  expect(store.files.size).toBe(0);
  return result.ok ? "stored" : result.reason;
};

/** The stored file's facts: read from its bytes, not from what the pipeline says. */
async function stored(url: string, width?: number) {
  const key = (width ? imageAtWidth(url, width) : url).replace("/storage/", "");
  const bytes = store.files.get(key);
  if (!bytes) throw new Error(`${key} was not stored`);
  return { bytes, ...(await sharp(bytes).metadata()) };
}

async function store1(bytes: Uint8Array) {
  const result = await storeProductImage(store.shop, bytes);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

describe("[PF-3] a product picture", () => {
  test("a product picture is stored under product-images/{random}_{timestamp}.webp at every width", async () => {
    const result = await store1(await plain(2_000, 2_500).jpeg().toBuffer());
    expect(result.url).toMatch(
      new RegExp(`^/storage/product-images/[0-9a-f]{32}_${store.clock.now()}\\.webp$`),
    );
    expect(result).toMatchObject({ width: 1_600, height: 2_000 });
    expect(store.files.size).toBe(4);
    for (const width of IMAGE_WIDTHS) {
      expect(await stored(result.url, width)).toMatchObject({
        format: "webp",
        width,
        height: (width * 5) / 4,
      });
    }
    expect(await stored(result.url)).toMatchObject({ format: "webp", width: 1_600, height: 2_000 });
  });

  test("a small product picture is never enlarged, and still has a file at every width", async () => {
    const result = await store1(await plain(500, 400).png().toBuffer());
    expect(result).toMatchObject({ width: 500, height: 400 });
    const widths = await Promise.all(
      [320, 640, 1_024].map(async (width) => (await stored(result.url, width)).width),
    );
    expect([...widths, (await stored(result.url)).width]).toEqual([320, 500, 500, 500]);
  });

  test("a product picture is turned upright, and loses its metadata", async () => {
    const bytes = await plain(400, 200)
      .composite([
        { input: { create: { width: 200, height: 200, channels: 3, background: "blue" } }, left: 0, top: 0 },
      ])
      .jpeg()
      .withExif({ IFD0: { Copyright: "Pat Sample", Make: "Camera 4711" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    expect(bytes.includes("Pat Sample")).toBe(true);
    const result = await store1(bytes);
    expect(result).toMatchObject({ width: 200, height: 400 });
    for (const width of [320, 640, 1_024, 1_600]) {
      const file = await stored(result.url, width);
      expect(file.exif ?? file.icc ?? file.xmp ?? file.orientation).toBeUndefined();
      expect(Buffer.from(file.bytes).includes("Pat Sample")).toBe(false);
    }
    const top = await sharp((await stored(result.url)).bytes)
      .extract({ left: 90, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(top[2], "the left half of a picture to be turned clockwise comes to the top").toBeGreaterThan(200);
  });

  test("a product picture keeps its transparency", async () => {
    const clear = {
      create: { width: 40, height: 40, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    };
    const result = await store1(await sharp(clear).png().toBuffer());
    const file = await stored(result.url);
    expect(file.hasAlpha).toBe(true);
    expect((await sharp(file.bytes).stats()).channels[3]?.max).toBe(0);
  });

  test("a product picture may be gray, 16 bits deep, or WebP", async () => {
    const gray = await plain(60, 60).toColourspace("b-w").png().toBuffer();
    const deep = await plain(60, 60).toColourspace("rgb16").png().toBuffer();
    const webp = await plain(60, 60).webp().toBuffer();
    for (const bytes of [gray, deep, webp]) {
      expect(await stored((await store1(bytes)).url)).toMatchObject({
        format: "webp",
        width: 60,
        space: "srgb",
      });
    }
  });

  test("a product picture of a moving GIF is its first frame", async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = [await frame("red"), await frame("blue")];
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(bytes, { pages: -1 }).metadata()).pages).toBe(2);
    const result = await store1(bytes);
    expect(result).toMatchObject({ width: 30, height: 20 });
    const { channels } = await sharp((await stored(result.url)).bytes).stats();
    expect([channels[0]!.mean > 200, channels[2]!.mean < 50]).toEqual([true, true]);
  });

  test("a product picture may be very tall", async () => {
    const result = await store1(await plain(900, 20_000).png().toBuffer());
    expect(result.height).toBeLessThanOrEqual(8_000);
    expect((await stored(result.url, 320)).height).toBeLessThanOrEqual(1_600);
  });
});

describe("[PF-3] what is refused as a product picture", () => {
  test("a picture file of more than 2 MB is refused", async () => {
    const jpeg = await plain(100, 100).jpeg().toBuffer();
    expect(await refused(Buffer.concat([jpeg, Buffer.alloc(IMAGE_BYTES_MAX)]))).toBe("too_large");
  });

  test("a small picture file that unpacks to more than 25 megapixels is refused", async () => {
    expect(await refused(await plain(5_001, 5_001).png().toBuffer())).toBe("too_many_pixels");
    expect(await refused(await plain(5_001, 5_001).jpeg().toBuffer())).toBe("too_many_pixels");
    for (const [width, height] of [
      [8_000, 5_000],
      [60_000, 60_000],
    ] as const) {
      const bomb = pngThatClaims(width, height);
      expect(bomb.byteLength).toBeLessThan(200);
      expect(await refused(bomb)).toBe("too_many_pixels");
    }
  });

  test.each([
    [
      "an SVG",
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ],
    ["an XML declaration and an SVG", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["an HTML page", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7\n"],
    ["text", "Not a picture"],
    ["nothing", ""],
  ])("%s, with any file name", async (_, text) => {
    expect(await refused(Buffer.from(text))).toBe("not_an_image");
  });

  test("a picture of a format that the shop does not take is refused", async () => {
    expect(await refused(await plain(50, 50).tiff().toBuffer())).toBe("not_an_image");
    expect(await refused(await plain(50, 50).avif().toBuffer())).toBe("not_an_image");
  });

  test("an SVG or a page behind the first bytes of a picture is refused", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const start of ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "GIF89a", "RIFF1234WEBP"]) {
      expect(await refused(Buffer.from(start + svg, "latin1")), start).toBe("corrupt");
    }
  });

  test("a picture file that ends in the middle is refused", async () => {
    const noise = {
      create: {
        width: 600,
        height: 600,
        channels: 3 as const,
        background: RED,
        noise: { type: "gaussian" as const, mean: 128, sigma: 30 },
      },
    };
    const drawn = () => sharp(noise);
    for (const picture of [drawn().jpeg(), drawn().png(), drawn().webp()]) {
      const bytes = await picture.toBuffer();
      expect(await refused(bytes.subarray(0, bytes.length / 2))).toBe("corrupt");
    }
  });
});

/** A PNG of a few bytes whose header promises width × height pixels. */
function pngThatClaims(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const data = deflateSync(Buffer.alloc(1_000));
  return Buffer.concat([start, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}
