// What mails say, asked once for all mails that begin together, and only when one of them is written.
import { readBrand } from "#domain/brand/brand-schema.ts";
import type { Look } from "#domain/brand/look.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import type { Shop } from "../core/shop.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { readRules } from "../settings/queries.ts";
import { type ClaimedMail, findMailFacts, type MailOrder } from "./queries.ts";

export class MailFacts {
  readonly #shop: Shop;
  readonly #orderIds: string[];
  #read: Promise<{ settings: StoreSettings; look: Look; orders: MailOrder[] }> | null = null;

  constructor(shop: Shop, mails: ClaimedMail[]) {
    this.#shop = shop;
    this.#orderIds = [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))];
  }

  async settings(): Promise<StoreSettings> {
    return (await this.#facts()).settings;
  }

  async look(): Promise<Look> {
    return (await this.#facts()).look;
  }

  /** Null when there is no such order. */
  async order(orderId: string): Promise<MailOrder | null> {
    return (await this.#facts()).orders.find(({ id }) => id === orderId) ?? null;
  }

  #facts() {
    this.#read ??= this.#load();
    return this.#read;
  }

  async #load() {
    const { rules, brand, orders } = await findMailFacts(this.#shop.db, this.#orderIds);
    const settings = readRules(rules)?.settings ?? (await loadSettings(this.#shop));
    return { settings, look: readBrand(brand).look, orders };
  }
}
