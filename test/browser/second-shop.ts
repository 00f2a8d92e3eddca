// A running shop of the second brand, and everything that it says to shoppers.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { matchPath } from "react-router";
import type { Brand, BrandPart } from "#domain/brand/brand.ts";
import { listRoutes } from "#test/pages/page-handler.ts";
import { openAdmin } from "./back-office.ts";
import type { Said } from "./first-brand.ts";
import type { RunningShop } from "./shop-process.ts";

type Shown = { part?: BrandPart; stored?: Record<string, string> };

declare const window: {
  __reactRouterDataRouter?: { state: { loaderData: Record<string, Shown> } };
};

const PARTS: BrandPart[] = ["look", "home", "pages", "menu", "words"];

/** The document as the owner's forms show it. */
export async function brandInForms(page: Page, shop: RunningShop): Promise<Brand> {
  const parts: [BrandPart, unknown][] = [];
  for (const part of PARTS) {
    await openAdmin(page, shop, `/admin/store/${part}`);
    parts.push([part, JSON.parse((await page.evaluate(storedHere))?.[part] ?? "null")]);
  }
  return Object.fromEntries(parts) as Brand;
}

function storedHere() {
  const data = Object.values(window.__reactRouterDataRouter?.state.loaderData ?? {});
  return data.find((each) => each?.part !== undefined)?.stored;
}

/** The addresses of the storefront: all that a search engine knows, and one for each other page. */
export async function pagesOf(shop: RunningShop, orderPath: string): Promise<string[]> {
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) =>
    url.replace(shop.url, ""),
  );
  const known = [...listed, orderPath, `${orderPath}/pay`, "/shop?q=galoshes", "/pages/nowhere"];
  const patterns = listRoutes().flatMap(({ pattern, file }) =>
    pattern.startsWith("/admin") || file.endsWith(".ts") ? [] : [pattern],
  );
  const unknown = patterns.filter(
    (pattern) => !known.some((at) => matchPath(pattern, at.split("?")[0] ?? "")),
  );
  return [...known, ...unknown.map((pattern) => pattern.replace(/:\w+\??|\*/g, "nowhere"))];
}

/** Each page as it is sent, and what programs read of the shop. */
export async function saidTo(shop: RunningShop, addresses: readonly string[]): Promise<Said[]> {
  const feeds = ["/feeds/google.xml", "/site.webmanifest", "/robots.txt", "/sitemap.xml", "/.well-known/ucp"];
  const said: Said[] = [];
  for (const where of [...addresses, ...feeds])
    said.push({ where, text: await (await fetch(shop.url + where)).text() });
  return said;
}

/** Every email that was sent so far. */
export async function mailsOf(shop: RunningShop): Promise<Said[]> {
  const folder = path.join(shop.dataDir, "mailbox");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return texts.map((text) => {
    const mail = JSON.parse(text) as { subject: string; text: string; html: string };
    return { where: `email “${mail.subject}”`, text: [mail.subject, mail.text, mail.html].join("\n") };
  });
}
