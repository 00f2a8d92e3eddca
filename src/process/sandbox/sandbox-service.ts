// The one place that starts the payment sandbox, in demo mode. The shop's server talks to it over a
// loopback port with the official client, exactly as it would to the real provider; the sandbox rings the
// shop's webhook over HTTP in return.
import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import path from "node:path";
import { sandboxListener } from "#sandbox/node-listener.ts";
import { createSandbox } from "#sandbox/sandbox.ts";
import type { Environment } from "#server/core/env.ts";
import { OperatorError } from "#server/core/operator-error.ts";
import type { Secrets } from "#server/core/secrets.ts";
import { closeServer, listen } from "../http-listener.ts";

export const SANDBOX_PUBLISHABLE_KEY = "pk_test_sandbox";

export type SandboxService = {
  /** Where the shop's server reaches it. */
  host: string;
  port: number;
  fetch: (request: Request) => Promise<Response>;
  stop: () => Promise<void>;
};

const OWN_HOST = "127.0.0.1";
const ROUND_MS = 250;
const DELIVERY_TIMEOUT_MS = 10_000;

export async function startSandbox(options: {
  env: Pick<Environment, "dataDir" | "publicUrl">;
  secrets: Secrets;
  /** Where the shop's webhook is, on this machine. Known only once the shop listens. */
  webhookUrl: () => string | null;
  clock: () => number;
}): Promise<SandboxService> {
  const stopping = new AbortController();
  const sandbox = openSandbox({
    stateFile: path.join(options.env.dataDir, "sandbox.sqlite"),
    secretKey: options.secrets.sandboxSecretKey,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    webhookSecret: options.secrets.sandboxWebhook,
    clock: options.clock,
    random: () => randomInt(2 ** 47) / 2 ** 47,
    deliver: (body, signature) => deliver(options.webhookUrl(), body, { signature, ended: stopping.signal }),
    returnOrigin: options.env.publicUrl,
  });
  const server = createServer(sandboxListener(sandbox));
  const port = await listen(server, 0, OWN_HOST);
  const delivering = (async () => {
    while (!stopping.signal.aborted) {
      const delivered = options.webhookUrl() === null ? 0 : await sandbox.deliverDue().catch(() => 0);
      if (delivered === 0) await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  })();
  return {
    host: OWN_HOST,
    port,
    fetch: (request) => sandbox.fetch(request),
    stop: async () => {
      // A webhook may wait for a shop that takes no connections anymore. It is delivered after the next start.
      stopping.abort();
      await closeServer(server);
      await delivering;
      sandbox.close();
    },
  };
}

function openSandbox(options: Parameters<typeof createSandbox>[0]): ReturnType<typeof createSandbox> {
  try {
    return createSandbox(options);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The payment sandbox's file ${options.stateFile} can't be opened; it may be damaged (${said}). Restore a backup: npm run admin -- restore <file> --replace. If you move the file away, the sandbox starts over without its test payments.`,
    );
  }
}

/** The sandbox of another process, which its pages and browser calls are handed on to. */
export function reachSandbox(address: string): SandboxService {
  const origin = new URL(address);
  return {
    host: origin.hostname,
    port: Number(origin.port || 80),
    fetch: async (request) => {
      const url = new URL(request.url);
      const { method, body } = request;
      const stream = body ? { body, duplex: "half" } : {};
      const headers = withoutHopHeaders(request.headers);
      const answer = await fetch(new URL(url.pathname + url.search, origin), {
        method,
        headers,
        redirect: "manual",
        ...stream,
      });
      return new Response(answer.body, { status: answer.status, headers: withoutHopHeaders(answer.headers) });
    },
    stop: async () => {},
  };
}

/** They speak of one connection, or of bytes as they were sent there; each connection gets its own. */
const HOP_HEADERS =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host|content-length|accept-encoding|content-encoding)$/;

function withoutHopHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !HOP_HEADERS.test(name)));
}

type Delivery = { signature: string; ended: AbortSignal };

async function deliver(url: string | null, body: string, { signature, ended }: Delivery): Promise<number> {
  if (url === null) throw new Error("the shop does not listen yet");
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
    signal: AbortSignal.any([ended, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]),
  });
  await response.arrayBuffer();
  return response.status;
}
