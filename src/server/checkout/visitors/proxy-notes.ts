// What requests reveal about the proxy in front of the shop. The owner sees it in two places: one line in the log, the
// first time, and the doctor, which runs in another process and reads the table `proxy_notes`. No IP is stored. A
// stranger can send X-Forwarded-For straight to the shop, so a note is a reason to check and not a proof.
import { sql } from "kysely";
import type { ProxyDoubt } from "../../core/client-ip.ts";
import type { Environment } from "../../core/env.ts";
import { isLoopbackName } from "../../core/loopback-name.ts";
import { nowOf, type Shop } from "../../core/shop.ts";

const WRITE_EVERY_MS = 60_000;

/** host_lost: see http/door/lost-host.ts. */
type ProxyNote = ProxyDoubt | "host_lost";

const advice: Record<ProxyNote, string> = {
  header_missing:
    "Requests arrive without the header with the client's address, so they all count as one client. Have the proxy send it (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for), or correct TRUST_PROXY",
  hops_missing:
    "X-Forwarded-For has fewer entries than TRUST_PROXY has proxies, or something other than an IP where the client's should be, so these requests count as one client. Correct TRUST_PROXY",
  peer_untrusted:
    "X-Forwarded-For comes from a peer that is not trusted, so everyone behind it counts as one client. If that is your proxy, set TRUST_PROXY. If the shop can be reached without the proxy, block that",
  host_lost:
    "A proxy doesn't pass on the requested host, so visitors are redirected in a loop. Have it pass it on (nginx: proxy_set_header Host $http_host; Apache: ProxyPreserveHost On), or correct PUBLIC_URL",
};

/** Counts notes in memory and writes them right away the first time, and then at most once a minute. */
export class ProxyNotes {
  readonly #shop: Pick<Shop, "db" | "clock" | "log">;
  readonly #counts = new Map<ProxyNote, number>();
  readonly #told = new Set<ProxyNote>();
  #nextAt = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(shop: Pick<Shop, "db" | "clock" | "log">) {
    this.#shop = shop;
  }

  add(doubt: ProxyNote): void {
    this.#counts.set(doubt, (this.#counts.get(doubt) ?? 0) + 1);
    const isNew = !this.#told.has(doubt);
    if (isNew) {
      this.#told.add(doubt);
      this.#shop.log.warn("clients.proxy_doubted", { doubt, hint: advice[doubt] });
    }
    if (!isNew && this.#shop.clock() < this.#nextAt) return;
    this.#nextAt = this.#shop.clock() + WRITE_EVERY_MS;
    this.#writing = this.#writing.then(() => this.#write());
  }

  /** Resolves once everything added so far and due is written. */
  written(): Promise<void> {
    return this.#writing;
  }

  async #write(): Promise<void> {
    for (const [kind, count] of [...this.#counts]) {
      this.#counts.delete(kind);
      const now = nowOf(this.#shop);
      try {
        await sql`
          insert into proxy_notes as noted (kind, count, first_at, last_at) values (${kind}, ${count}, ${now}, ${now})
          on conflict (kind) do update set count = noted.count + excluded.count, last_at = excluded.last_at`.execute(
          this.#shop.db,
        );
      } catch {
        // The database is down: the count waits for the next round.
        this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
      }
    }
  }
}

/** Problems that the settings alone show; null when nothing is missing. */
export function missingProxySetup({
  publicUrl,
  trustProxy,
  host,
}: Pick<Environment, "publicUrl" | "trustProxy" | "host">): string | null {
  if (trustProxy !== null || isLoopbackName(host) || !publicUrl.startsWith("https:")) return null;
  return `TRUST_PROXY is not set, though PUBLIC_URL is https and HOST is ${host}: a proxy that is not on this machine makes all shoppers count as one client. docs/environment.md has the value for each host`;
}

/** Notes since `since`, in words for the owner. */
export async function listProxyNotes({ db }: Pick<Shop, "db">, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("proxy_notes")
    .selectAll()
    .where("last_at", ">=", since)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, count, first_at, last_at }) => {
    const known = Object.entries(advice).find(([name]) => name === kind)?.[1] ?? kind;
    return `${known}. Seen ${count} times from ${first_at.toISOString()} to ${last_at.toISOString()}`;
  });
}
