import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { ShownBrand } from "#domain/brand/shown-brand.ts";
import type { CategoryChoice } from "#domain/category/category.ts";
import { defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import type { StoreProfile } from "#domain/settings/store-profile.ts";
import { DEFAULT_TIME_ZONE } from "#domain/text/default-time-zone.ts";

/** How the browser reaches the payment provider; without a key the shop takes no cards. */
export type PaymentKeys = { mode: "sandbox" | "live"; publishableKey: string };

/** What every page knows, from the root loader. */
export type RootData = {
  settings: StoreSettings;
  /** `zoneName`: the current name of the store's time zone ("MST"). */
  profile: StoreProfile & { zoneName: string };
  brand: ShownBrand;
  /** The page shows the draft. */
  isPreview?: true;
  payments: PaymentKeys;
  /** Shoppers may ask to be reminded of a checkout that they leave. */
  reminds?: true;
  /** The shop's origin, without a slash at the end. */
  publicUrl: string;
  /** How long a shipment takes: "3-5 business days". */
  businessDays: string;
  year: number;
  /** All of them, in the owner's order. */
  categories: (CategoryChoice & { isHidden?: true })[];
  /** The size guide has a chart. */
  hasSizeChart: boolean;
};

const withoutServer: RootData = {
  settings: defaultStoreSettings,
  profile: { businessHours: "", timeZone: DEFAULT_TIME_ZONE, zoneName: "" },
  brand: {
    stylesheet: null,
    fonts: [],
    paper: "#ffffff",
    logo: null,
    isCrest: false,
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

/** In a browser: the data of the last page that loaded completely. */
let lastGood: RootData | null = null;

/** The root loader's data. When that loader failed, the error page still has a store name to show. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>("root");
  useEffect(() => {
    lastGood = data ?? lastGood;
  }, [data]);
  return data ?? lastGood ?? withoutServer;
}

type Match = { id: string; loaderData?: unknown } | undefined;

/** The root loader's data for `meta` functions, which get matches instead of hooks. */
export function rootDataOf(matches: readonly Match[]): RootData {
  const root = matches.find((match) => match?.id === "root");
  return (root?.loaderData as RootData | undefined) ?? withoutServer;
}
