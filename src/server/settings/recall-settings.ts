import { defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import { errorText } from "../log.ts";
import type { Shop } from "../shop.ts";
import { loadSettings } from "./load-settings.ts";

/**
 * The store's settings for drawing a page: as they are, or as this process knew them last while the database
 * can't be read, or the defaults. Whatever decides about money calls loadSettings, which fails instead.
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
