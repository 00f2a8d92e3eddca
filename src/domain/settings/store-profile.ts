// What the store says about itself beyond its business info.
import { DEFAULT_TIME_ZONE } from "../text/default-time-zone.ts";

export type StoreProfile = {
  /** One line per group of days: "Monday to Friday: 9am to 5pm". */
  businessHours: string;
  /** One of STORE_TIME_ZONES (business-hours.ts), for the hours and for all dates on screen. */
  timeZone: string;
};

export const defaultStoreProfile: StoreProfile = {
  businessHours: "Monday to Friday: 9am to 5pm\nSaturday and Sunday: Closed",
  timeZone: DEFAULT_TIME_ZONE,
};
