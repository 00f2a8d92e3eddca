// The data that emails show, loaded once for all emails of a batch, and only when one of them is written.
import { readBrand } from "#domain/brand/brand-schema.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import type { Shop } from "../core/shop.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { readRules } from "../settings/queries.ts";
import type { Sender } from "./letters/letter.ts";
import { type ClaimedEmail, type EmailOrder, findEmailFacts } from "./queries.ts";

type BrandFacts = Pick<Sender, "look" | "icons">;

export class EmailFacts {
  readonly #shop: Shop;
  readonly #orderIds: string[];
  #read: Promise<{ settings: StoreSettings; shown: BrandFacts; orders: EmailOrder[] }> | null = null;

  constructor(shop: Shop, mails: ClaimedEmail[]) {
    this.#shop = shop;
    this.#orderIds = [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))];
  }

  async settings(): Promise<StoreSettings> {
    return (await this.#facts()).settings;
  }

  async shown(): Promise<BrandFacts> {
    return (await this.#facts()).shown;
  }

  /** Null when the order does not exist. */
  async order(orderId: string): Promise<EmailOrder | null> {
    return (await this.#facts()).orders.find(({ id }) => id === orderId) ?? null;
  }

  #facts() {
    this.#read ??= this.#load();
    return this.#read;
  }

  async #load() {
    const { rules, brand, icons, orders } = await findEmailFacts(this.#shop.db, this.#orderIds);
    const settings = readRules(rules)?.settings ?? (await loadSettings(this.#shop));
    return { settings, shown: { look: readBrand(brand).look, icons }, orders };
  }
}
