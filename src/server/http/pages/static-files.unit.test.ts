import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StaticFiles } from "./static-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-static-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a file is sent as its receiver reads it, and not again to a client that has the same bytes", async () => {
  const text = "a { color: green }\n".repeat(50);
  writeFileSync(path.join(folder, "a.css"), text);
  const files = new StaticFiles(folder);
  const ask = (encoding: string, tag?: string) => files.answer("/a.css", encoding, tag);
  const tagIn = (encoding: string) => ask(encoding)?.headers.get("etag") ?? "";
  expect(ask("br")?.headers.get("content-encoding")).toBe("br");
  expect(await ask("")?.text()).toBe(text);
  expect(ask("br", tagIn("br"))?.status).toBe(304);
  expect(ask("gzip", tagIn("br"))?.status).toBe(200);
  expect(ask("", `W/${tagIn("")}`)?.status).toBe(304);
  expect(files.answer("/b.css", "br", undefined)).toBeNull();
});
