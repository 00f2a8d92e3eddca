// Looks once a day at the checkout page as shoppers receive it (PCI DSS 11.6.1): by the shop's public URL, so that what
// a proxy or another service in between does to it is seen too. What differs from the inventory is an error in the log
// and an alert until a later look finds the page right again.
import { createHash } from "node:crypto";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { closeAlert, openAlert } from "../../payments/payment-alerts.ts";
import { pagePolicyOf } from "../security-headers.ts";
import { builtNameOf, builtScripts } from "./checkout-scripts.ts";
import { compareCheckoutPage } from "./compare-checkout-page.ts";

const CHECKOUT_PATH = "/checkout";
const DIFFERENCE_LENGTH_MAX = 120;
const DIFFERENCES_MAX = 20;

type Ways = {
  /** Asks for a path of the shop as a shopper would. */
  load: (path: string) => Promise<Response>;
  /** The file of the build that belongs to a path; null when there is none. */
  builtFile: (path: string) => Uint8Array | null;
  /** Paths of all scripts of the build. */
  builtScripts: () => string[];
};

/** What differs; null when the page could not be had, which is logged and no alert. */
export async function checkCheckoutPage(shop: Shop, ways: Ways): Promise<string[] | null> {
  const differences = await findDifferences(shop, ways).catch((error: unknown) => {
    shop.log.warn("security.checkout_not_reached", { error: errorText(error) });
    return null;
  });
  if (differences === null) return null;
  const now = nowOf(shop);
  if (differences.length === 0) {
    await closeAlert(shop.db, "checkout_page", now);
    return [];
  }
  const shown = differences.slice(0, DIFFERENCES_MAX).map((text) => text.slice(0, DIFFERENCE_LENGTH_MAX));
  const detail = shown.join("; ");
  await openAlert(shop.db, "checkout_page", { detail, now });
  shop.log.error("security.checkout_page_changed", { differences: detail });
  return shown;
}

async function findDifferences(
  shop: Shop,
  { load, builtFile, builtScripts: built }: Ways,
): Promise<string[]> {
  const answer = await load(CHECKOUT_PATH);
  if (!answer.ok) throw new Error(`${CHECKOUT_PATH} answered ${answer.status}`);
  const page = { html: await answer.text(), headers: answer.headers };
  const expected = { policy: pagePolicyOf(shop.env), settings: shop.env };
  const { differences, files } = compareCheckoutPage(page, expected);
  // Most of the checkout is not named by its page: it comes when there is something to check out.
  const inventory = new Set(builtScripts.map(({ name }) => name));
  const later = built().filter((path) => inventory.has(builtNameOf(path) ?? ""));
  for (const path of new Set([...files, ...later])) {
    const bytes = builtFile(path);
    const received = await load(path);
    if (!bytes) differences.push(`a script that is not of this release: ${path}`);
    else if (!received.ok) throw new Error(`${path} answered ${received.status}`);
    else if (digest(bytes) !== digest(new Uint8Array(await received.arrayBuffer()))) {
      differences.push(`the contents of ${path}`);
    }
  }
  return differences;
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}
