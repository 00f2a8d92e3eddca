// The base of the sandbox's own tests: a sandbox with a controlled clock and random source, behind a real HTTP
// server on the loopback interface, driven by the official `stripe` package.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { sandboxListener } from "./node-listener.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

export const SECRET_KEY = "sk_test_sandbox";
export const PUBLISHABLE_KEY = "pk_test_sandbox";
export const WEBHOOK_SECRET = "whsec_sandbox";
export const START_MS = Date.UTC(2026, 0, 15, 12);

export type Received = { body: string; signature: string; event: Stripe.Event };

export type TestBench = {
  sandbox: Sandbox;
  stripe: Stripe;
  origin: string;
  /** The webhooks that the shop received, in order. */
  received: Received[];
  /** The shop's next answers to webhooks; 200 when empty. "unreachable" is a network failure. */
  answers: (number | "unreachable")[];
  clock: { now: number };
  close(): Promise<void>;
};

/** A random source that always gives the same numbers (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export async function openTestBench(overrides: Partial<SandboxOptions> = {}): Promise<TestBench> {
  const clock = { now: START_MS };
  const received: Received[] = [];
  const answers: (number | "unreachable")[] = [];
  const sandbox = createSandbox({
    stateFile: ":memory:",
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    clock: () => clock.now,
    random: seededRandom(7),
    async deliver(body, signature) {
      const answer = answers.shift() ?? 200;
      if (answer === "unreachable") throw new Error("connect ECONNREFUSED");
      received.push({ body, signature, event: JSON.parse(body) as Stripe.Event });
      return answer;
    },
    ...overrides,
  });
  const server = createServer(sandboxListener(sandbox));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stripe = new Stripe(SECRET_KEY, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    sandbox,
    stripe,
    origin: `http://127.0.0.1:${port}`,
    received,
    answers,
    clock,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      sandbox.close();
    },
  };
}

/** The error that a promise rejects with; throws if it does not reject. */
export async function refusal(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise;
  } catch (error) {
    return error as Stripe.errors.StripeError;
  }
  throw new Error("It should have been refused.");
}
