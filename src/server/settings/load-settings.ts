import { defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { findSettings, insertSettings } from "./queries.ts";

/** The store's settings; a store without any gets the defaults stored. One statement, three that once. */
export async function loadSettings(shop: Shop): Promise<StoreSettings> {
  const found = await findSettings(shop.db);
  if (found) return found.settings;
  await insertSettings(shop.db, defaultStoreSettings, nowOf(shop));
  return (await findSettings(shop.db))?.settings ?? defaultStoreSettings;
}
