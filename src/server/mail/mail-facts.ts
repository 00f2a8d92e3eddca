// What mails say, asked once for all mails that begin together, and only when one of them is written.
import type { StoreSettings } from "#domain/settings/settings.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Shop } from "../shop.ts";
import { type ClaimedMail, findMailOrders, type MailOrder } from "./queries.ts";

export class MailFacts {
  readonly #shop: Shop;
  readonly #orderIds: string[];
  #settings: Promise<StoreSettings> | null = null;
  #orders: Promise<MailOrder[]> | null = null;

  constructor(shop: Shop, mails: ClaimedMail[]) {
    this.#shop = shop;
    this.#orderIds = [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))];
  }

  settings(): Promise<StoreSettings> {
    this.#settings ??= loadSettings(this.#shop);
    return this.#settings;
  }

  /** Null when there is no such order. */
  async order(orderId: string): Promise<MailOrder | null> {
    this.#orders ??= findMailOrders(this.#shop.db, this.#orderIds);
    return (await this.#orders).find(({ id }) => id === orderId) ?? null;
  }
}
