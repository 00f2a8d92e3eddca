import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { IMAGE_UPLOAD_BYTES_MAX } from "#domain/product/image-upload.ts";
import { tasks } from "#process/worker.ts";
import { editingTests } from "#test/shop/product-editing.ts";
import { insertSpareImages, SPARE_IMAGE_HOURS } from "./image-queries.ts";
import { IMAGE_BYTES_MAX } from "./picture-sizes.ts";
import { sweepImages } from "./sweep-images.ts";
import { uploadImage } from "./upload-image.ts";

const { shop, files, advance, picture, spare } = editingTests();

describe("[FN-6] uploaded pictures", () => {
  test("uploaded pictures that are never saved are deleted after a day, and not before", async () => {
    await picture();
    advance(SPARE_IMAGE_HOURS * 3_600_000 - 1);
    expect(await sweepImages(shop())).toBe(0);
    advance(1);
    expect(await sweepImages(shop())).toBe(1);
    expect(files().size).toBe(0);
    expect(await spare()).toEqual([]);
  });

  test("a picture stays while any table shows it, a new one, too", async () => {
    const { db } = shop();
    const url = await picture();
    await sql`create table lookbooks (image_url text)`.execute(db);
    await sql`insert into lookbooks values (${url})`.execute(db);
    advance(SPARE_IMAGE_HOURS * 3_600_000);
    await sweepImages(shop());
    expect(files().size).toBeGreaterThan(0);
    await sql`drop table lookbooks`.execute(db);
    await insertSpareImages(db, [url], new Date(0));
    await sweepImages(shop());
    expect(files().size).toBe(0);
  });

  test("the worker removes unused uploads, even without any further upload or save", async () => {
    await picture();
    advance(SPARE_IMAGE_HOURS * 3_600_000);
    await tasks.find(({ name }) => name === "cleaning")?.run(shop(), new AbortController().signal);
    expect(files().size).toBe(0);
  });

  test("uploaded pictures are refused as the pipeline refuses them, and leave nothing behind", async () => {
    expect(await uploadImage(shop(), Buffer.from("<svg/>"))).toEqual({ ok: false, reason: "not_an_image" });
    expect(await spare()).toEqual([]);
    expect(IMAGE_UPLOAD_BYTES_MAX).toBe(IMAGE_BYTES_MAX);
  });
});
