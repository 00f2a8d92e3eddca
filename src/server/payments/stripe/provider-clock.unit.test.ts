import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStripeProvider } from "./stripe-provider.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const intent = { id: "pi_000001", status: "succeeded", metadata: {}, created: NOON / 1000 };

let server: Server;
let says: { date: string | null; status: number };
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.sendDate = false;
    if (says.date !== null) response.setHeader("Date", says.date);
    response.writeHead(says.status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(says.status === 200 ? intent : { error: { message: "no" } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** Successive readings of the machine's clock: before the call and after it. */
function providerAt(...times: number[]) {
  const { port } = server.address() as AddressInfo;
  return createStripeProvider({
    mode: "live",
    publishableKey: "pk_test_1",
    secretKey: "sk_test_1",
    webhookSecret: "whsec_testtesttesttesttest",
    host: { host: "127.0.0.1", port, protocol: "http" },
    retriesMax: 0,
    clock: () => times.shift() ?? Number.NaN,
  });
}

test.each([
  ["a whole second is rounded down", [NOON + 900, NOON + 950], 0],
  ["a slow response", [NOON - 9_000, NOON + 8_000], 0],
  ["a clock that is ahead", [NOON + 91_000, NOON + 91_100], 90_000],
  ["a clock that is behind", [NOON - 90_100, NOON - 90_000], -90_000],
])(
  "[KN-5] the provider's response shows how far this machine's clock is off: %s",
  async (_name, times, off) => {
    for (const status of [200, 404]) {
      says = { date: new Date(NOON).toUTCString(), status };
      const provider = providerAt(...times);
      expect(provider.clockOff()).toBeNull();
      await provider.retrieveIntent("pi_000001");
      expect(provider.clockOff()).toBe(off);
    }
  },
);

test("[KN-5] an hour-old reading of the clock is not reported anymore: the clock may have been set since", async () => {
  says = { date: new Date(NOON).toUTCString(), status: 200 };
  const [began, ended] = [NOON + 91_000, NOON + 91_100];
  const provider = providerAt(began, ended, ended + 3_600_000, ended + 3_600_001);
  await provider.retrieveIntent("pi_000001");
  expect(provider.clockOff()).toBe(90_000);
  expect(provider.clockOff()).toBeNull();
});

test("a response without a time, and a missing response, say nothing about the clock", async () => {
  for (const date of [null, "yesterday"]) {
    says = { date, status: 200 };
    const provider = providerAt(NOON, NOON);
    expect(await provider.retrieveIntent("pi_000001")).toMatchObject({ ok: true });
    expect(provider.clockOff()).toBeNull();
  }
});
