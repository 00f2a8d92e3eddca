import { defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import { errorText } from "../core/log.ts";
import type { Shop } from "../core/shop.ts";
import { loadConfiguration } from "./load-configuration.ts";
import type { LoadedConfiguration } from "./queries.ts";

/**
 * The store's settings for drawing a page, with all else that the owner may set. While the database can't be read, `stored`
 * is null and the settings are the last that this process read, or the defaults. Code that decides about money calls
 * loadSettings, which fails instead. One statement.
 */
export async function recallSettings(
  shop: Shop,
): Promise<{ settings: StoreSettings; stored: LoadedConfiguration | null }> {
  try {
    const stored = await loadConfiguration(shop);
    shop.memory.settings = stored.settings;
    return { settings: stored.settings, stored };
  } catch (error) {
    shop.log.error("settings.unreadable", { error: errorText(error) });
    return { settings: shop.memory.settings ?? defaultStoreSettings, stored: null };
  }
}
