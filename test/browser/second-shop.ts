// A running shop of the second brand, as its owner sees it.
import type { Page } from "playwright-core";
import type { Brand, BrandPart } from "#domain/brand/brand.ts";
import { openAdmin } from "./back-office.ts";
import type { RunningShop } from "./shop-process.ts";

declare const window: {
  __reactRouterDataRouter?: { state: { loaderData: Record<string, { part?: string; stored?: unknown }> } };
};

const PARTS: BrandPart[] = ["look", "home", "pages", "menu", "words"];

/** The document as the owner's forms show it. */
export async function brandInForms(page: Page, shop: RunningShop): Promise<Brand> {
  const parts: [BrandPart, unknown][] = [];
  for (const part of PARTS) {
    await openAdmin(page, shop, `/admin/store/${part}`);
    parts.push([part, await page.evaluate(storedHere)]);
  }
  return Object.fromEntries(parts) as Brand;
}

function storedHere(): unknown {
  const data = Object.values(window.__reactRouterDataRouter?.state.loaderData ?? {});
  return data.find((each) => each?.part !== undefined)?.stored;
}
