// The one place that starts the payment sandbox, in demo mode. The shop's server talks to it over a
// loopback port with the official client, exactly as it would to the real provider; the sandbox rings the
// shop's webhook over HTTP in return.
import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import path from "node:path";
import { sandboxListener } from "#sandbox/node-listener.ts";
import type { RaceTrack } from "#sandbox/pages/race.ts";
import { createSandbox } from "#sandbox/sandbox.ts";
import type { Environment } from "#server/env.ts";
import type { Secrets } from "#server/secrets.ts";
import { closeServer, listen } from "./http-listener.ts";

export const SANDBOX_PUBLISHABLE_KEY = "pk_test_sandbox";

export type SandboxService = {
  port: number;
  fetch: (request: Request) => Promise<Response>;
  stop: () => Promise<void>;
};

/** What a request says of the connection that it came over, and not of itself. */
const OF_ONE_CONNECTION = [
  "connection",
  "keep-alive",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "transfer-encoding",
];

const ROUND_MS = 250;
const DELIVERY_TIMEOUT_MS = 10_000;

export async function startSandbox(options: {
  env: Pick<Environment, "dataDir" | "publicUrl">;
  secrets: Secrets;
  /** Where the shop's webhook is, on this machine. Known only once the shop listens. */
  webhookUrl: () => string | null;
  race: RaceTrack;
  clock: () => number;
}): Promise<SandboxService> {
  const sandbox = createSandbox({
    stateFile: path.join(options.env.dataDir, "sandbox.sqlite"),
    secretKey: options.secrets.sandboxSecretKey,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    webhookSecret: options.secrets.sandboxWebhook,
    clock: options.clock,
    random: () => randomInt(2 ** 47) / 2 ** 47,
    deliver: (body, signature) => deliver(options.webhookUrl(), body, signature),
    returnOrigin: options.env.publicUrl,
    race: options.race,
  });
  const server = createServer(sandboxListener(sandbox));
  const port = await listen(server, 0, "127.0.0.1");
  let isStopping = false;
  const delivering = (async () => {
    while (!isStopping) {
      const delivered = options.webhookUrl() === null ? 0 : await sandbox.deliverDue().catch(() => 0);
      if (delivered === 0) await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  })();
  return {
    port,
    fetch: (request) => sandbox.fetch(request),
    stop: async () => {
      isStopping = true;
      await closeServer(server);
      await delivering;
      sandbox.close();
    },
  };
}

/** The sandbox of another process, which its pages and browser calls are handed on to. */
export function reachSandbox(port: number): SandboxService {
  return {
    port,
    fetch: async (request) => {
      const url = new URL(request.url);
      const target = new URL(url.pathname + url.search, `http://127.0.0.1:${port}`);
      const { method, body } = request;
      const headers = new Headers(request.headers);
      for (const name of OF_ONE_CONNECTION) headers.delete(name);
      const stream = body ? { body, duplex: "half" } : {};
      const answer = await fetch(target, { method, headers, redirect: "manual", ...stream });
      // A fetched answer's headers can't be added to, and the shop adds some to every answer.
      return new Response(answer.body, answer);
    },
    stop: async () => {},
  };
}

async function deliver(url: string | null, body: string, signature: string): Promise<number> {
  if (url === null) throw new Error("the shop does not listen yet");
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
  await response.arrayBuffer();
  return response.status;
}
