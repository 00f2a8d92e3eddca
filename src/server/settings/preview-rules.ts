import { PREVIEW_ORDERS, previewSettings, type SettingsPreview } from "#domain/checkout/settings-preview.ts";
import { parseSettings, readSettingsForm, settingsFormOf } from "#domain/settings/settings-form.ts";
import type { Shop } from "../core/shop.ts";
import { loadConfiguration } from "./load-configuration.ts";
import { listPastOrders } from "./queries.ts";

/**
 * What the last orders would have cost under the rules that stand in the form and are not saved yet.
 * Null while tax or shipping can't be understood; nothing else in the form matters.
 */
export async function previewRules(
  shop: Shop,
  { fields }: { fields: Record<string, unknown> },
): Promise<SettingsPreview | null> {
  const stored = await loadConfiguration(shop);
  const saved = settingsFormOf(stored);
  const { storeName, phone, address, businessHours, timeZone } = saved;
  const { deliveryDaysMin, deliveryDaysMax, keepsFederalHolidays, daysOff, fixMinutes } = saved;
  const { returnDays, returnCondition, returnsAreFree, refundDays } = saved;
  const others = {
    ...{ storeName, phone, address, businessHours, timeZone, email: "pat@example.com" },
    ...{ deliveryDaysMin, deliveryDaysMax, keepsFederalHolidays, daysOff, fixMinutes },
    ...{ returnDays, returnCondition, returnsAreFree, refundDays },
  };
  const typed = { ...readSettingsForm(fields, saved), ...others };
  const parsed = parseSettings(typed, stored);
  if (!parsed.ok) return null;
  return previewSettings(await listPastOrders(shop.db, PREVIEW_ORDERS), parsed.value.settings);
}
