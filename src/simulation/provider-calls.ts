// The way to the provider: the official client speaks to the sandbox's core in this process. A call waits
// before it leaves and before its answer arrives, so a crash can strike on either side of it, and it is
// repeated as the client would repeat it, without the client's pauses of real time.
import type { Sandbox } from "#sandbox/sandbox.ts";

export type CallName = "create" | "retrieve" | "cancel" | "list" | "refund" | "session" | "other";

export type ProviderWeather = {
  isAlive: () => boolean;
  retriesMax: number;
  pause: (point: string) => Promise<void>;
  answered: (name: CallName, response: Response) => void;
};

export function callsTo(sandbox: Sandbox, weather: ProviderWeather): typeof fetch {
  return async (input, init) => {
    const name = nameOf(String(input), init?.method ?? "GET");
    const { signal: _, ...rest } = init ?? {};
    for (let attempt = 0; ; attempt += 1) {
      await weather.pause(`provider:${name}:sent`);
      if (!weather.isAlive()) throw new Error("the process is gone");
      const outcome = await sandbox
        .fetch(new Request(String(input), rest))
        .catch((error: unknown) => ({ error }));
      await weather.pause(`provider:${name}:answered`);
      if ("error" in outcome) {
        // A closed connection is tried once more whatever is configured, as the client does.
        if (attempt >= Math.max(weather.retriesMax, 1)) throw lostForGood(outcome.error);
        continue;
      }
      const isLast = attempt >= weather.retriesMax;
      weather.answered(name, outcome);
      if (isLast || !shouldRepeat(outcome)) return outcome;
    }
  };
}

/** Without the code at which the real client would sleep for half a second of real time and try again. */
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
