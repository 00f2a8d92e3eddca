import type { LegalPageName } from "#domain/settings/legal-text.ts";
import type { StoreProfile } from "#domain/settings/store-profile.ts";
import { shopDay } from "#domain/text/dates.ts";
import type { Shop } from "../core/shop.ts";
import { loadSettings } from "./load-settings.ts";
import { findConfiguration, type LoadedConfiguration } from "./queries.ts";

/**
 * Everything that the owner may set, with the version that a change of it must name. One statement; for a shared page one,
 * whichever of its parts ask, and none while this process keeps what an earlier one read.
 */
export function loadConfiguration(shop: Shop): Promise<LoadedConfiguration> {
  const read = () => readConfiguration(shop);
  if (!shop.sharedPage) return read();
  // Its parts ask at the same time.
  shop.sharedPage.configuration ??= shop.memory.configuration?.read(read) ?? read();
  return shop.sharedPage.configuration;
}

/** From the database, now. */
export async function readConfiguration(shop: Shop): Promise<LoadedConfiguration> {
  const found = await findConfiguration(shop.db);
  if (found) return found;
  // A store without any gets the defaults stored.
  await loadSettings(shop);
  const made = await findConfiguration(shop.db);
  if (!made) throw new Error("the settings row is gone");
  return made;
}

/** Hours and time zone. */
export async function loadProfile(shop: Shop): Promise<StoreProfile> {
  return (await loadConfiguration(shop)).profile;
}

/** Today in the store's time zone: "2026-06-01". */
export async function shopToday(shop: Shop): Promise<string> {
  return shopDay(shop.clock(), (await loadProfile(shop)).timeZone);
}

/** The owner's own text of a legal page, or null where the draft is shown. */
export async function findLegalText(shop: Shop, { page }: { page: LegalPageName }): Promise<string | null> {
  return (await loadConfiguration(shop)).legalTexts[page] ?? null;
}
