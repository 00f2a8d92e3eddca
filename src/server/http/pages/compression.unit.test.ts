import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodeBody } from "./compression.ts";

test("a file is kept compressed however small it is, unless that makes it no smaller", () => {
  const small = Buffer.from(
    'import{a as e}from"./a-00000000.js";import"./b-00000000.js";import"./c-00000000.js";e();',
  );
  const { br } = encodeBody(small, "text/javascript", 11);
  expect(br.byteLength).toBeLessThan(small.byteLength);
  expect(brotliDecompressSync(br)).toEqual(small);
  const tiny = encodeBody(Buffer.from("{}"), "application/json", 11);
  expect(tiny.br).toBe(tiny.identity);
});

test.each(["text/css", "image/png"])(
  "[TR-1] a small file (%s) is kept without memory besides its bytes",
  (type) => {
    const file = Buffer.from("a { color: green }\n".repeat(50));
    const bodies = encodeBody(file, type, 11);
    for (const body of Object.values(bodies)) expect(body.buffer.byteLength).toBe(body.byteLength);
    expect(bodies.identity).toEqual(file);
  },
);
