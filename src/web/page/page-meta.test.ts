import { expect, test } from "vitest";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { showBrand } from "#domain/brand/shown-brand.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { listingFaults } from "#test/pages/merchant-listing.ts";
import { storeJsonLd } from "../storefront/home/store-json-ld.ts";
import { pageMeta } from "./page-meta.ts";
import type { RootData } from "./root-data.ts";

const root: Pick<RootData, "settings" | "publicUrl" | "brand"> = {
  settings: defaultStoreSettings,
  publicUrl: "https://shop.example",
  brand: showBrand(defaultBrand, defaultStoreSettings, {
    timeZone: "America/Phoenix",
    now: 0,
    categories: [
      { id: "Hats", slug: "HATS", name: "Hats" },
      { id: "Shirts", slug: "SHIRTS", name: "Shirts" },
    ],
    collections: [],
  }),
};
const page = { description: "Hats.", path: "/" };

function preview(more: Partial<Parameters<typeof pageMeta>[1]>): Record<string, string> {
  const all = pageMeta([{ id: "root", loaderData: root }], { ...page, ...more });
  return Object.fromEntries(
    all.flatMap((one) => ("property" in one ? [[String(one.property), String(one.content)]] : [])),
  );
}

test("[RT-6] a link preview shows a whole picture as JPEG, with its size and words, wherever it is kept", () => {
  const image = { url: "https://bucket.example/product-images/a_1.webp", alt: "Green cap" };
  expect(preview({ title: "Cap", image })).toMatchObject({
    "og:title": "Cap",
    "og:image": "https://shop.example/storage/product-images/a_1-card.jpg",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "Green cap",
  });
  const elsewhere = preview({ image: { url: "https://elsewhere.example/cap.png", alt: "Cap" } });
  expect(elsewhere["og:image"]).toBe("https://elsewhere.example/cap.png");
  expect(elsewhere).not.toHaveProperty("og:image:width");
  expect(preview({ previewTitle: "Golf Pro Shop: hats" })).toMatchObject({
    "og:title": "Golf Pro Shop: hats",
    "og:image": "https://shop.example/og.jpg",
    "og:image:width": "1200",
    "og:image:alt": "Golf hats and shirts",
  });
  const own = pageMeta([{ id: "root", loaderData: { ...root, icons: "a1" } }], page);
  expect(own).toContainEqual({ property: "og:image", content: "https://shop.example/brand/a1/og.jpg" });
});

test("[RT-6] the store data has its settings and its return window, and nothing else", () => {
  const { businessInfo } = defaultStoreSettings;
  const settingsOf = (info: typeof businessInfo, returnDays: number | null = 30) => ({
    ...defaultStoreSettings,
    businessInfo: info,
    shipping: { ...defaultStoreSettings.shipping, returnDays },
  });
  const [bare] = storeJsonLd("https://shop.example", settingsOf(businessInfo), { socials: [] });
  expect(JSON.parse(JSON.stringify(bare))).toEqual({
    "@context": "https://schema.org",
    "@type": "OnlineStore",
    "@id": "https://shop.example/#organization",
    name: "Golf Pro Shop",
    url: "https://shop.example/",
    logo: "https://shop.example/icons/shop-512.png",
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      merchantReturnLink: "https://shop.example/shipping",
      applicableCountry: "US",
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: 30,
      returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    },
  });
  const policy = (returnDays: number | null) => {
    const told = storeJsonLd("https://shop.example", settingsOf(businessInfo, returnDays), { socials: [] });
    expect(listingFaults(told)).toEqual([]);
    return JSON.parse(JSON.stringify(told[0])).hasMerchantReturnPolicy;
  };
  expect(policy(null)).toEqual({
    "@type": "MerchantReturnPolicy",
    merchantReturnLink: "https://shop.example/shipping",
  });
  expect(policy(0)).toMatchObject({
    returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
  });
  expect(policy(0)).not.toHaveProperty("merchantReturnDays");
  const told = {
    ...businessInfo,
    phone: "(602) 555-0142",
    address: "1 Fairway Lane",
    email: "a@example.com",
  };
  const full = storeJsonLd("https://shop.example", settingsOf(told), {
    socials: ["https://golf.example/pat", "https://www.instagram.com/"],
  });
  expect(full[0]).toMatchObject({
    telephone: "(602) 555-0142",
    address: "1 Fairway Lane",
    email: "a@example.com",
    sameAs: ["https://golf.example/pat"],
  });
  expect(listingFaults(full)).toEqual([]);
});
