// What the owner may set, cached between renderings of shared pages and reread after each change: the same message of the
// database that makes pages old makes it forget (process/machines/follow-changes.ts). So a page is never drawn from settings
// that are older than the page itself could be. Code that decides anything reads the database (load-configuration.ts).
import type { ShopChange } from "../catalog/shown/change.ts";
import type { LoadedConfiguration } from "./queries.ts";

export class KeptConfiguration {
  #kept: Promise<LoadedConfiguration> | null = null;

  /** Parts of a page ask at the same time, and share one reading. */
  read(load: () => Promise<LoadedConfiguration>): Promise<LoadedConfiguration> {
    if (this.#kept) return this.#kept;
    // Cached while it loads, so that a change in the meantime clears it, too.
    const reading = load();
    this.#kept = reading;
    reading.catch(() => {
      if (this.#kept === reading) this.#kept = null;
    });
    return reading;
  }

  note({ kind }: ShopChange): void {
    if (kind !== "product") this.#kept = null;
  }
}
