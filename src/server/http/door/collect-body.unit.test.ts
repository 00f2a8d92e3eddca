import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { BodyBudget } from "./body-budget.ts";
import { collectBody } from "./collect-body.ts";

const BYTES = 64 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heldOnHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("[TR-1] a body weighs no more than its bytes, also when each of them comes alone", async () => {
  const request = new PassThrough();
  const limits = { bytesMax: BYTES, msMax: 20_000, budget: new BodyBudget() };
  const collected = collectBody(request as unknown as IncomingMessage, limits);
  const before = heldOnHeap();
  for (let count = 0; count < BYTES; count += 1) request.emit("data", Buffer.from([count % 251]));
  expect(heldOnHeap() - before).toBeLessThan(1_000_000);
  request.end();
  const expected = Buffer.from(Array.from({ length: BYTES }, (_, index) => index % 251));
  expect(await collected).toEqual({ ok: true, bytes: expected });
});
