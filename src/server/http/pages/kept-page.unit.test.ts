import { expect, test } from "vitest";
import { KeptPage } from "./kept-page.ts";

test.each([
  ["application/json", 80],
  ["text/html", 80],
  ["text/html", 2],
  ["image/png", 80],
])("[TR-1] a kept page (%s, %i lines) holds no memory besides its bytes", (type, lines) => {
  const body = Buffer.from("words of a page\n".repeat(lines));
  const page = new KeptPage({ status: 200, headers: { "content-type": type }, body });
  for (const encoding of ["br", "gzip", ""]) {
    const kept = page.answer(encoding).body;
    expect(kept.buffer.byteLength, encoding).toBe(kept.byteLength);
  }
  expect(page.answer("").body).toEqual(body);
});
