// The connection to the provider: the official client talks to the sandbox within this process. A call waits before it
// leaves and before its response arrives, so that a crash can strike on either side of it. It is retried as the client
// would retry it, without the client's pauses in real time.
import type { Sandbox } from "#sandbox/sandbox.ts";

export type CallName = "create" | "retrieve" | "cancel" | "list" | "refund" | "session" | "other";

export type ProviderWeather = {
  isAlive: () => boolean;
  retriesMax: number;
  pause: (point: string) => Promise<void>;
  /** Whether the provider permanently refuses a creating call with this idempotency key. */
  refuses: (key: string) => boolean;
  answered: (name: CallName, response: Response) => void;
};

export function callsTo(sandbox: Sandbox, weather: ProviderWeather): typeof fetch {
  return async (input, init) => {
    const name = nameOf(String(input), init?.method ?? "GET");
    const { signal: _, ...rest } = init ?? {};
    for (let attempt = 0; ; attempt += 1) {
      await weather.pause(`provider:${name}:sent`);
      if (!weather.isAlive()) throw new Error("the process is gone");
      const request = new Request(String(input), rest);
      const key = CREATING.has(`${request.method} ${new URL(request.url).pathname}`)
        ? request.headers.get("idempotency-key")
        : null;
      const outcome =
        key !== null && weather.refuses(key)
          ? refusal()
          : await sandbox.fetch(request).catch((error: unknown) => ({ error }));
      await weather.pause(`provider:${name}:answered`);
      if ("error" in outcome) {
        // Like the client, retries once after a closed connection, whatever is configured.
        if (attempt >= Math.max(weather.retriesMax, 1)) throw lostForGood(outcome.error);
        continue;
      }
      const isLast = attempt >= weather.retriesMax;
      weather.answered(name, outcome);
      if (isLast || !shouldRepeat(outcome)) return outcome;
    }
  };
}

const CREATING = new Set(["POST /v1/payment_intents", "POST /v1/checkout/sessions"]);

/** The response to an account that may not accept such payments. */
function refusal(): Response {
  const error = {
    type: "invalid_request_error",
    message: "Your account cannot currently make live charges.",
  };
  return Response.json({ error }, { status: 400, headers: { "stripe-should-retry": "false" } });
}

/** Without the error code that makes the real client sleep for half a second and retry. */
function lostForGood(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}

/** The client's own rule. */
function shouldRepeat({ status, headers }: Response): boolean {
  const advice = headers.get("stripe-should-retry");
  if (advice !== null) return advice === "true";
  return status === 409 || status === 429 || status >= 500;
}

function nameOf(address: string, method: string): CallName {
  const { pathname } = new URL(address);
  if (/^\/v1\/refunds/.test(pathname)) return "refund";
  if (/^\/v1\/checkout\/sessions/.test(pathname)) return "session";
  if (/^\/v1\/payment_intents\/?$/.test(pathname)) return method === "POST" ? "create" : "list";
  if (/^\/v1\/payment_intents\/[^/]+\/cancel$/.test(pathname)) return "cancel";
  return /^\/v1\/payment_intents\/[^/]+$/.test(pathname) ? "retrieve" : "other";
}
