// The names that the shop answers to. A page under another name could be read but not bought from, and search engines
// would see the shop twice; so everything else is sent to PUBLIC_URL.
import type { Environment } from "../../core/env.ts";
import { isLoopbackName } from "../../core/loopback-name.ts";

export type HostSettings = Pick<Environment, "publicUrl" | "mode" | "isPublicDemo" | "port">;

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
/** Spellings of the few own names; the rest is checked each time. */
const KNOWN_MAX = 16;

export class OwnHosts {
  readonly #known: Set<string>;
  readonly #takesLoopback: boolean;

  constructor(env: HostSettings) {
    const { host, port, protocol } = new URL(env.publicUrl);
    this.#takesLoopback = takesLoopback(env);
    this.#known = new Set([host]);
    // Some clients name the default port.
    if (port === "") this.#known.add(`${host}:${protocol === "https:" ? 443 : 80}`);
  }

  /** Whether this spelling was found to be one of the shop's names before; as cheap as it can be. */
  knows(host: string | undefined): boolean {
    return host !== undefined && this.#known.has(host);
  }

  judge(given: string | undefined): "own" | "foreign" | "malformed" {
    const host = given?.toLowerCase() ?? "";
    if (!HOST.test(host)) return "malformed";
    if (!this.#known.has(host) && !(this.#takesLoopback && isLoopbackName(nameOf(host)))) return "foreign";
    if (given !== undefined && this.#known.size < KNOWN_MAX) this.#known.add(given);
    return "own";
  }
}

/** Without the port. */
export function nameOf(host: string): string {
  return host.replace(/:\d{1,5}$/, "");
}

/**
 * A demo may be opened by the names of the machine that it runs on, on any port, and so may a shop
 * that is itself at such a name: a container has one port, and the machine another for it.
 */
function takesLoopback({ mode, isPublicDemo, publicUrl }: LoopbackSettings): boolean {
  return (mode === "demo" && !isPublicDemo) || isLoopbackName(new URL(publicUrl).hostname);
}

type LoopbackSettings = Pick<HostSettings, "publicUrl" | "mode" | "isPublicDemo">;

/** Whether a page under `host` is the shop's own page under a name of this machine. */
export function isLoopbackOrigin(env: LoopbackSettings, origin: string, host: string): boolean {
  return takesLoopback(env) && isLoopbackName(nameOf(host)) && origin === `http://${host}`;
}
