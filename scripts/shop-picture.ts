// `npm run nightly -- pictures`: takes the README's picture from the built shop. A week of orders is placed and paid
// like a shopper's browser, day by day on the shop's clock; then the home page is shown next to the dashboard.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { enterBackOffice } from "#test/browser/back-office.ts";
import { findChromium } from "#test/browser/chromium.ts";
import { type OrderedItem, placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { copySampleShop, type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { clockShiftMs, shiftClock } from "#test/browser/three-zones.ts";

const PICTURE = path.join(import.meta.dirname, "../docs/pictures/shop.webp");
const BYTES_MAX = 150_000;
const PAGE = { width: 1280, height: 960 };
const PAGE_WIDTH_IN_PICTURE = 800;
const GAP = 24;
const BACKGROUND = "#e4e2d8";
const DAY_MS = 86_400_000;

type Bought = { name: string; category: "HATS" | "SHIRTS" } & Pick<
  OrderedItem,
  "option" | "price" | "quantity"
>;
const cap: Bought = { name: "Night Putt Rope Cap", category: "HATS", option: null, price: 2_800 };
const bucketHat: Bought = { name: "Dew Sweeper Bucket Hat", category: "HATS", option: "L/XL", price: 4_200 };
const visor: Bought = { name: "Front Nine Visor", category: "HATS", option: null, price: 3_200 };
const polo: Bought = { name: "First Tee Polo", category: "SHIRTS", option: "L", price: 7_200 };

/** What is bought on each day, and by whom. */
const week: [buyer: string, bought: Bought][][] = [
  [["Alex Example", cap]],
  [["Robin Sample", polo]],
  [
    ["Sam Specimen", bucketHat],
    ["Kim Example", visor],
  ],
  [["Pat Example", { ...cap, quantity: 2 }]],
  [
    ["Jo Sample", polo],
    ["Lee Specimen", cap],
  ],
  [["Max Example", { ...visor, quantity: 2 }]],
  [
    ["Toni Sample", polo],
    ["Chris Example", bucketHat],
    ["Dana Specimen", cap],
  ],
];

const dataDir = await copySampleShop();
for (const [day, orders] of week.entries()) {
  const clockAheadMs = clockShiftMs + day * DAY_MS;
  const shop = await startShop({ dataDir, clockAheadMs });
  for (const [buyer, bought] of orders) await buy(shop, buyer, bought);
  if (day === week.length - 1) await takePicture(shop, clockAheadMs);
  await shop.stop();
}

async function buy(shop: RunningShop, name: string, bought: Bought): Promise<void> {
  const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
  const productId = await productIdOf(shop, bought.name, bought.category);
  await placeOrder(shop, { name, email }, { ...bought, productId });
}

async function takePicture(shop: RunningShop, clockAheadMs: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ["--no-sandbox"],
  });
  const context = await browser.newContext({ viewport: PAGE, locale: "en-US", reducedMotion: "reduce" });
  await context.addInitScript(shiftClock, clockAheadMs);
  await enterBackOffice(context, shop);
  const page = await context.newPage();
  await page.goto(`${shop.url}/`, { waitUntil: "networkidle" });
  const home = await page.screenshot();
  await page.goto(`${shop.url}/admin/dashboard`, { waitUntil: "networkidle" });
  await scrollToFigures(page);
  const dashboard = await page.screenshot();
  await browser.close();
  const picture = await nextToEachOther([home, dashboard]);
  if (picture.length > BYTES_MAX)
    throw new Error(`The picture has ${picture.length} bytes, more than ${BYTES_MAX}.`);
  await writeFile(PICTURE, picture);
  console.log(`${PICTURE}: ${Math.round(picture.length / 1024)} KB`);
}

/** A new shop's first-run list is above the dashboard's figures. */
async function scrollToFigures(page: Page): Promise<void> {
  await page.evaluate((figure) => {
    const label = [...document.querySelectorAll("main *")].find(({ textContent }) => textContent === figure);
    window.scrollBy(0, (label?.getBoundingClientRect().top ?? 0) - 160);
  }, "Total Orders");
}

async function nextToEachOther(pages: Buffer[]): Promise<Buffer> {
  const height = Math.round((PAGE.height * PAGE_WIDTH_IN_PICTURE) / PAGE.width);
  const scaled = pages.map((each) => sharp(each).resize({ width: PAGE_WIDTH_IN_PICTURE, height }).toBuffer());
  const width = pages.length * (PAGE_WIDTH_IN_PICTURE + GAP) + GAP;
  return sharp({ create: { width, height: height + 2 * GAP, channels: 3, background: BACKGROUND } })
    .composite(
      (await Promise.all(scaled)).map((input, place) => ({
        input,
        top: GAP,
        left: GAP + place * (PAGE_WIDTH_IN_PICTURE + GAP),
      })),
    )
    .webp({ quality: 78, effort: 6, smartSubsample: true })
    .toBuffer();
}
