import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { atLeast, atMost, changesOf, compare, median, noted, tableOf } from "./figures.ts";
import { askFor, askTimes } from "./load.ts";

async function withServer(listener: RequestListener, work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("every answer that was counted was given, however it was cut into pieces", async () => {
  let given = 0;
  const body = Buffer.alloc(300_000, "x");
  const answer: RequestListener = (request, response) => {
    given += 1;
    expect(request.headers["accept-encoding"]).toBe("br");
    response.writeHead(200, { "content-length": body.length });
    response.end(body);
  };
  await withServer(answer, async (port) => {
    const counted = await askFor({ port, path: "/" }, 200);
    expect(counted).toBe(given);
    await askTimes({ port, path: "/" }, 32);
    expect(given).toBe(counted + 32);
  });
});

test("an answer that is not a page ends the measurement with its head", async () => {
  await withServer(
    (_, response) => response.writeHead(503, { "content-length": 0 }).end(),
    async (port) => {
      await expect(askTimes({ port, path: "/shop" }, 1)).rejects.toThrow(
        /\/shop was answered by:\nHTTP\/1.1 503/,
      );
    },
  );
});

test("the table says which figure misses its budget", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  const lines = tableOf([atLeast("throughput", 0.95, 0.9), atMost("memory", 200, 180, "MB")]).split("\n");
  expect(lines).toEqual(["throughput  ≥ 0.9 ×   0.95 ×", "memory      ≤ 180 MB  200.00 MB   MISSED"]);
});

test("a figure is worse when it went the wrong way by more than the noise", () => {
  const at = (rate: number, memory: number) => [
    atLeast("throughput", rate, 0.9),
    atMost("memory", memory, 180, "MB"),
    noted("pages", rate * 1_000, "a second"),
  ];
  const worse = (...now: [number, number]) =>
    compare(at(1, 100), at(...now)).flatMap(({ figure, isWorse }) => (isWorse ? [figure.name] : []));
  expect(worse(0.86, 114)).toEqual([]);
  expect(worse(2, 10)).toEqual([]);
  expect(worse(0.84, 100)).toEqual(["throughput"]);
  expect(worse(1, 116)).toEqual(["memory"]);
  const changes = compare([atMost("memory", 100, 180, "MB")], at(1, 120));
  expect(changesOf(changes)).toBe("memory  100.00 → 120.00 MB   1.20 times   WORSE");
});
