// The inventory of the scripts on the checkout page (PCI DSS 6.4.3): each with who answers for it and why it is there.
// docs/checkout-scripts.md shows this table, e2e/checkout-scripts.test.ts compares it with what a browser loads, and the daily
// check (check-checkout-page.ts) with what the shop serves. A new script on the checkout page is added here first.

import { START_SCRIPTS } from "../pages/start-scripts.ts";

type ScriptNote = { owner: string; reason: string };

/** A file of the build: `assets/<name>-<hash>.js`. */
export type BuiltScript = ScriptNote & { kind: "built"; name: string };
/** Written into the page by the page renderer; the whole text matches. */
export type InlineScript = ScriptNote & { kind: "inline"; name: string; text: RegExp };
/** From another host, or from the sandbox that stands in for it in demo mode. */
export type PaymentScript = ScriptNote & {
  kind: "payment";
  name: string;
  mode: "live" | "demo";
  address: string;
};

const SHOP = "the shop";
const ROUTER = "React Router, as installed";

const built = (name: string, reason: string, owner = SHOP): BuiltScript => ({
  kind: "built",
  name,
  owner,
  reason,
});

export const builtScripts: BuiltScript[] = [
  built("manifest-shop", "which file belongs to which page, copied from React Router's table"),
  built("entry.client", "takes the served page over", ROUTER),
  built("rolldown-runtime", "joins the files of the build", "Vite, as installed"),
  built("vendor", "React and React Router", "React, React Router, as installed"),
  built("root", "the frame of every page"),
  built("shop", "header, footer, cart, prices"),
  built("checkout", "header and footer of the checkout, and whether there is something to check out"),
  built("checkout-frame", "title, steps, columns, and icons of the checkout"),
  built("kept-checkout", "what this browser remembers of a checkout"),
  built("checkout-page", "the checkout page"),
  built("checkout-run", "starts and follows a checkout"),
  built("checkout-flow", "the steps of a checkout"),
  built("shipping-address", "checks an address and an email, and names the states"),
  built("return-window", "formats the return window"),
  built("field", "form fields"),
  built("select-field", "form fields with a choice"),
  built("order-line", "the lines of the order summary"),
  built("cart", "a cart's current prices and stock, totals, discounts, and day of arrival"),
  built("cart-sheet", "the cart's drawer, fetched at the first touch"),
  built("dialog", "opens and closes drawers"),
  built("use-history-layer", "lets the Back button close what is open"),
  built("use-modal", "shows a drawer, and lets the Back button close it"),
  built("failure-page", "what shows while another page loads, or can't be loaded"),
  built("toast-outlet", "short messages"),
  built("express-ways", "the place of the wallets' buttons"),
  built("wallet-buttons", "the wallets' buttons around the provider's"),
  built("stripe-loader", "loads the payment's own scripts when they are needed"),
  built(
    "payment-appearance",
    "the provider's elements in React, and their colors",
    "Stripe (@stripe/react-stripe-js), as installed, and the shop",
  ),
  built("payment-outcome", "pays, and reports the outcome"),
  built("payment-step", "the payment step"),
  built("payment-received", "what shows until the confirmation is drawn"),
  built("card-form", "the payment step around the provider's fields"),
  built("confirmation", "the confirmation, fetched while the card is typed"),
  built("onward", "the ways on from a confirmation"),
  built("scorecard", "the receipt of the confirmation"),
  built("order", "the states of an order"),
  built("copy-button", "copies the number of an order"),
  built("product-path", "the address of a product's page"),
  built("slug", "the readable part of an address"),
  built("default-time-zone", "the time zone of a shop that has not chosen one"),
  built("shop-time", "dates in the shop's time zone"),
  built("pure", "loads the provider's script when it is needed", "Stripe (@stripe/stripe-js), as installed"),
];

const inline = (name: string, text: RegExp, reason: string, owner = ROUTER): InlineScript => ({
  kind: "inline",
  name,
  text,
  owner,
  reason,
});

export const inlineScripts: InlineScript[] = [
  inline(
    "scroll position",
    /^\(\(storageKey, restoreKey\) => \{\s+if \(!window\.history\.state [\s\S]{1,600}removeItem\(storageKey\);\s+\}\s+\}\)\("react-router-scroll-positions", null\)$/,
    "a reloaded page opens where it was",
  ),
  inline(
    "router context",
    /^window\.__reactRouterContext = \{[^;<]*\};window\.__reactRouterContext\.stream = new ReadableStream\(\{start\(controller\)\{window\.__reactRouterContext\.streamController = controller;\}\}\)\.pipeThrough\(new TextEncoderStream\(\)\);$/,
    "settings of the router",
  ),
  inline(
    "imports",
    /^import "\/assets\/[\w.-]+\.js";\n(?:import \* as route\d+ from "\/assets\/[\w.-]+\.js";\n)+\s+window\.__reactRouterRouteModules = \{[\w"/:,]+\};\n\nimport\("\/assets\/[\w.-]+\.js"\);$/,
    "names the files of this page",
  ),
  inline(
    "page data",
    /^window\.__reactRouterContext\.streamController\.enqueue\("(?:[^"\\<]|\\.)*"\);$/,
    "the data that the page was drawn with",
  ),
  inline(
    "end of data",
    /^window\.__reactRouterContext\.streamController\.close\(\);$/,
    "the data is complete",
  ),
  inline(
    "start",
    new RegExp(`^${START_SCRIPTS.replace(/[$()*+.?[\]^{|}\\]/g, "\\$&")}$`),
    "asks for the other scripts once the page is drawn",
    SHOP,
  ),
];

export const paymentScripts: PaymentScript[] = [
  {
    kind: "payment",
    name: "Stripe.js",
    mode: "live",
    address: "https://js.stripe.com/",
    owner: "Stripe",
    reason: "card fields in frames of Stripe's own, so that no card number reaches the shop",
  },
  {
    kind: "payment",
    name: "payment sandbox",
    mode: "demo",
    address: "/sandbox/stripe.js",
    owner: SHOP,
    reason: "stands in for Stripe.js in demo mode; not there in live mode",
  },
];

/** "/assets/vendor-Bt4ZFTCT.js" → "vendor"; null for any other path. */
export function builtNameOf(path: string): string | null {
  return /^\/assets\/([\w.-]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? null;
}
