import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { atLeast, atMost, median, tableOf } from "./figures.ts";
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

test("every answer that was counted was given, however it was split into chunks", async () => {
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
