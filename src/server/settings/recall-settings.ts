import { defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import { errorText } from "../log.ts";
import type { Shop } from "../shop.ts";
import { loadSettings } from "./load-settings.ts";

/**
 * The store's settings for drawing a page. While the database can't be read, these are the last that this process
 * read, or the defaults. Code that decides about money calls loadSettings, which fails instead.
 */
export async function recallSettings(shop: Shop): Promise<{ settings: StoreSettings; isFresh: boolean }> {
  try {
    const settings = await loadSettings(shop);
    shop.memory.settings = settings;
    return { settings, isFresh: true };
  } catch (error) {
    shop.log.error("settings.unreadable", { error: errorText(error) });
    return { settings: shop.memory.settings ?? defaultStoreSettings, isFresh: false };
  }
}
