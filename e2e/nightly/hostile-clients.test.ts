// What strangers may send to the built shop while others shop: endless bodies, slow senders, and huge URLs. The rules
// themselves are tested in src/process/http-listener.unit.test.ts; this file measures.
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { residentBytes } from "#test/processes/process-memory.ts";
import { sendRaw } from "#test/servers/raw-request.ts";

const MB = 1024 * 1024;
const BODY_BYTES = 200 * MB;
const SENDERS = 8;
const CHUNK = Buffer.from(`10000\r\n${"a=1&".repeat(0x4000)}\r\n`);

let shop: RunningShop;
/**
 * Bytes taken from one sender's 200 MB: what a form may contain, what is read and discarded after the refusal, and the
 * system's buffers, which are 36 MB on some.
 */
const TAKEN_MAX = BODY_BYTES / 4;
/** None of the eight bodies is kept; memory that the collector has not yet returned to the system counts, too. */
const GROWN_MAX = BODY_BYTES;

const ROUNDS_BEFORE = 4;

const QUERIES = 5_000;
const QUERY_BYTES = 14_000;
/** Half of what the queries alone would occupy. */
const KEPT_MAX = (QUERIES * QUERY_BYTES) / 2;

/** 200 MB from each sender at the same time. */
const pourFromAll = (path: string) => Promise.all(Array.from({ length: SENDERS }, () => pour(path)));

beforeAll(async () => {
  shop = await startShop();
  // The first requests grow the heap to its working size.
  for (let round = 0; round < ROUNDS_BEFORE; round += 1) await pourFromAll("/contact");
});
afterAll(async () => {
  await shop?.stop();
});

/** 200 MB in chunks, as fast as they are accepted. Resolves with the response and the bytes that left the sender. */
async function pour(path: string) {
  let sender: Socket | undefined;
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${shop.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answer = await sendRaw(shop.port, head, (socket) => {
    sender = socket;
    let left = BODY_BYTES;
    const more = () => {
      while (left > 0 && socket.writable) {
        left -= 0x10000;
        if (!socket.write(CHUNK)) {
          socket.once("drain", more);
          return;
        }
      }
    };
    more();
  });
  return { ...answer, taken: sender ? sender.bytesWritten - sender.writableLength : 0 };
}

/** How long /healthz takes while `work` is in progress, in milliseconds, sorted. */
async function healthDuring(work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  do {
    const began = performance.now();
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    times.push(performance.now() - began);
  } while (!isOver);
  await over;
  return times.sort((a, b) => a - b);
}

test.each(["/contact", "/orders", "/admin/login", "/contact.data"])(
  "[TR-1] 200 MB of chunks to %s from eight senders are refused right away, and the shop is unaffected",
  async (path) => {
    await fetch(`${shop.url}/healthz`);
    const before = residentBytes(shop.pid);
    const began = performance.now();
    const senders = pourFromAll(path);
    const times = await healthDuring(senders);
    const seconds = (performance.now() - began) / 1_000;
    // A client that keeps sending without reading may lose the connection before it reads the response.
    const answers = await senders;
    for (const answer of answers) {
      expect([413, 0]).toContain(answer.status);
      expect(answer.isClosed).toBe(true);
      expect(answer.taken).toBeLessThan(TAKEN_MAX);
    }
    const takenMost = Math.max(...answers.map(({ taken }) => taken));
    const grown = residentBytes(shop.pid) - before;
    console.log(
      `${path}: 8 x 200 MB refused in ${seconds.toFixed(2)} s, ${(takenMost / MB).toFixed(1)} MB taken of one at most, memory +${(grown / MB).toFixed(0)} MB, /healthz ${times[times.length >> 1]?.toFixed(0)} ms in the middle, ${times.at(-1)?.toFixed(0)} ms at most`,
    );
    expect(grown).toBeLessThan(GROWN_MAX);
    // An idle machine takes 10 ms, and at most 100. In a full test run it is shared.
    expect(times[times.length >> 1]).toBeLessThan(500);
    expect(times.at(-1)).toBeLessThan(3_000);
    expect(seconds).toBeLessThan(10);
  },
);

test("5,000 pages with 14 KB of query leave no memory behind", async () => {
  const ask = async (at: number) => {
    const query = String(at).padEnd(QUERY_BYTES, "x");
    return sendRaw(
      shop.port,
      `GET /shop?a=${query} HTTP/1.1\r\nHost: localhost:${shop.port}\r\nConnection: close\r\n\r\n`,
    );
  };
  const round = async (count: number) => {
    const before = residentBytes(shop.pid);
    for (let at = 0; at < count; at += 20)
      await Promise.all(Array.from({ length: 20 }, (_, each) => ask(at + each)));
    return residentBytes(shop.pid) - before;
  };
  // The first requests grow the heap to its working size.
  await round(3_000);
  const grown = [await round(QUERIES)];
  // A leak grows in each round; memory not yet collected does not.
  while (Math.min(...grown) >= KEPT_MAX && grown.length < 3) grown.push(await round(QUERIES));
  console.log(`5,000 long queries: memory ${grown.map((bytes) => (bytes / MB).toFixed(0)).join(", ")} MB`);
  expect(Math.min(...grown)).toBeLessThan(KEPT_MAX);
});
