import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { DEFAULT_TIME_ZONE } from "#domain/text/default-time-zone.ts";
import type { RootData } from "../root-data.ts";

/** A shop that was never reached. */
export const withoutServer: RootData = {
  settings: defaultStoreSettings,
  profile: { businessHours: "", timeZone: DEFAULT_TIME_ZONE, zoneName: "" },
  brand: {
    stylesheet: null,
    fonts: [],
    paper: "#ffffff",
    logo: null,
    isCrest: false,
    initials: "GPS",
    hasDrawings: true,
    menu: { header: [{ to: "/shop", label: "SHOP" }], columns: [], socials: [] },
    announcement: null,
    words: { trade: "", range: "", shopHeading: "", shippingPromise: "", claim: "", notFound: "" },
  },
  payments: { mode: "live", publishableKey: "" },
  publicUrl: "",
  businessDays: "",
  year: 2026,
  categories: [],
  hasSizeChart: false,
};
