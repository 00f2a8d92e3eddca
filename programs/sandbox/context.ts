import type { Store } from "./store.ts";

export type SandboxOptions = {
  /** Path of the SQLite file, or ":memory:". */
  stateFile: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** 0 ≤ n < 1. All ids, client secrets and jitter come from it, so a reachable shop passes a secure source. */
  random: () => number;
  /** Posts a webhook to the shop; resolves with the HTTP status, rejects on a network failure. */
  deliver: (body: string, signature: string) => Promise<number>;
  /** The origin that shoppers use, when it differs from the one that requests name. */
  returnOrigin?: string;
  /** Waits for the "slow" fault; real time unless given. */
  sleep?: (milliseconds: number) => Promise<void>;
};

/** The API version of the installed `stripe` package, whose types the objects satisfy. */
export const API_VERSION = "2026-10-28.endive";

export type SandboxContext = {
  store: Store;
  options: SandboxOptions;
  /** Milliseconds, from the given clock. */
  now: () => number;
  /** Unix seconds, as Stripe's `created`. */
  seconds: () => number;
  newId: (prefix: string, length?: number) => string;
  /** The server request being answered; events name it. */
  request: { id: string; idempotencyKey: string | null } | null;
};

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function createContext(options: SandboxOptions, store: Store): SandboxContext {
  return {
    store,
    options,
    now: options.clock,
    seconds: () => Math.floor(options.clock() / 1000),
    newId(prefix, length = 24) {
      let id = prefix;
      for (let i = 0; i < length; i += 1) id += ALPHABET[Math.floor(options.random() * ALPHABET.length)];
      return id;
    },
    request: null,
  };
}
