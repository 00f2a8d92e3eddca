import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileStore } from "./file-store.ts";
import { createLocalStore } from "./local-store.ts";

let root: string;
let folder: string;
let files: FileStore;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "shop-files-"));
  folder = path.join(root, "files");
  files = createLocalStore({ folder });
  await writeFile(path.join(root, "secret.webp"), "secret");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const key = "product-images/abc_1700000000000-320.webp";

describe("the local file store", () => {
  test("[FN-6] the local store stores a file and returns its public URL", async () => {
    await files.put(key, bytes("one"), "image/webp");
    expect(Buffer.from((await files.get(key))!).toString()).toBe("one");
    expect(files.url(key)).toBe("/storage/product-images/abc_1700000000000-320.webp");
    await files.put(key, bytes("two"), "image/webp");
    expect(await readFile(path.join(folder, key), "utf8")).toBe("two");
  });

  test("the local store deletes a file, and does not mind when there is none", async () => {
    await files.put("product-images/gone.webp", bytes("x"), "image/webp");
    await files.delete("product-images/gone.webp");
    await files.delete("product-images/gone.webp");
    expect(await files.get("product-images/gone.webp")).toBeNull();
  });

  test("the local store has no bytes for what is not there, or is a folder", async () => {
    expect(await files.get("product-images/none.webp")).toBeNull();
    await files.put("odd.webp/inner.webp", bytes("x"), "image/webp").catch(() => {});
    expect(await files.get(`${key}/inner.webp`)).toBeNull();
  });

  test.each([
    "../secret.webp",
    "product-images/../../secret.webp",
    "/etc/passwd.webp",
    "..\\secret.webp",
    "product-images/%2e%2e/secret.webp",
    "product-images/.hidden.webp",
    "product-images//a.webp",
    "product-images/a.webp\u0000.png",
    "product-images/a",
    "a.webp\n",
    "",
    `${"x".repeat(300)}.webp`,
  ])("refuses the key %j", async (evil) => {
    await expect(files.put(evil, bytes("evil"), "image/webp")).rejects.toThrow("Not a storage key");
    expect(await files.get(evil)).toBeNull();
    await files.delete(evil);
    expect(await readFile(path.join(root, "secret.webp"), "utf8")).toBe("secret");
  });

  test("the local store leaves nothing half written, even with concurrent writers", async () => {
    const texts = Array.from({ length: 20 }, (_, number) => String(number).repeat(50_000));
    await Promise.all(texts.map((text) => files.put("product-images/race.webp", bytes(text), "image/webp")));
    expect(texts).toContain(Buffer.from((await files.get("product-images/race.webp"))!).toString());
    expect(
      (await readdir(path.join(folder, "product-images"))).filter((name) => name.startsWith(".")),
    ).toEqual([]);
  });
});
