import { defaultStoreSettings, type StoreSettings } from "#domain/settings.ts";
import type { Shop } from "../shop.ts";
import { findSettings, insertSettings } from "./queries.ts";

/** The store's settings; a store without any gets the defaults stored. One statement, three that once. */
export async function loadSettings(shop: Shop): Promise<StoreSettings> {
  const found = await findSettings(shop);
  if (found) return found.settings;
  await insertSettings(shop, defaultStoreSettings);
  return (await findSettings(shop))?.settings ?? defaultStoreSettings;
}
