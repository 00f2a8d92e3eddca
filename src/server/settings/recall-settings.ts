import { defaultBrand } from "#domain/brand/default-brand.ts";
import { nextAnnouncement } from "#domain/brand/shown-brand.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { errorText } from "../core/log.ts";
import type { Shop } from "../core/shop.ts";
import { loadConfiguration } from "./load-configuration.ts";
import type { LoadedConfiguration } from "./queries.ts";

type Recalled = Pick<LoadedConfiguration, "settings" | "brand" | "icons">;

/**
 * The store's settings for drawing a page, with all else that the owner may set. While the database can't be read, `stored`
 * is null and the settings are the last that this process read, or the defaults. Code that decides about money calls
 * loadSettings, which fails instead. One statement.
 */
export async function recallSettings(shop: Shop): Promise<Recalled & { stored: LoadedConfiguration | null }> {
  try {
    const stored = await loadConfiguration(shop);
    const { settings, brand, icons } = stored;
    if (!shop.sharedPage?.isPreview)
      Object.assign(shop.memory, { settings, brand, icons, timeZone: stored.profile.timeZone });
    return { settings, brand, icons, stored };
  } catch (error) {
    shop.log.error("settings.unreadable", { error: errorText(error) });
    const { settings, brand, icons = null } = shop.memory;
    return { settings: settings ?? defaultStoreSettings, brand: brand ?? defaultBrand, icons, stored: null };
  }
}

/** When the pages of this process become others after this moment, because an announcement begins or ends; Infinity: never. */
export function nextPageChange({ memory: { brand, timeZone } }: Pick<Shop, "memory">, at: number): number {
  return brand && timeZone ? nextAnnouncement(brand.home, timeZone, at) : Number.POSITIVE_INFINITY;
}
