import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { belongsToOffice } from "./src/web/build/office-chunk.ts";
import { serverStaysOnTheServer } from "./src/web/build/server-guard.ts";

const VENDOR = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;

/**
 * The code that every shopper's page draws at once, in one file instead of some twenty-five, which also compresses
 * better. Everything else (drawer, sheets, toasts, forms) is fetched at the first sign of a shopper or with the page
 * that needs it. e2e/budgets.test.ts counts the bytes; docs/decisions/008-router-as-it-comes.md has the figures.
 */
const SHELL = [
  /src[\\/]web[\\/]root\.tsx/,
  /src[\\/]web[\\/]page[\\/](?!functions-client|shop-time|keep-form|failures[\\/](use-load-failure|without-server))/,
  /src[\\/]web[\\/]layout[\\/](?!menu[\\/]menu-sheet|cart-sheet|failure-page|error-page|unreachable-page|charged)/,
  /src[\\/]web[\\/]storefront[\\/]cart[\\/](cart|cart-store|cart-actions|cart-drawer|drawer-state)\.tsx?/,
  /src[\\/]web[\\/]storefront[\\/]catalog[\\/](?!options[\\/]|viewed-products|fly-to-cart|recently-viewed-band|page-skeletons|scorecard-price)/,
  /src[\\/]web[\\/]storefront[\\/]product[\\/]buy[\\/]kept-sizes\.ts/,
  /src[\\/]web[\\/]ui[\\/](badge|flag-glyph|icons|picture|picture-placeholder|price|skeleton|spinner|use-hydrated)\.tsx?/,
  /src[\\/]web[\\/]ui[\\/](form[\\/](button|select|stepper)|toast[\\/]toast)\.tsx?/,
  /src[\\/]domain[\\/](brand[\\/]icons|cart[\\/]cart|category[\\/]category-path|money[\\/]money|product[\\/](product|image))\.ts/,
  /vite[\\/]preload-helper/,
];

/** The list of products, its filters among it, in one file for the same reason. What few lists show comes later. */
const LIST =
  /src[\\/](web[\\/](routes[\\/]storefront[\\/]failed-list|storefront[\\/]shop[\\/](?!nothing-found|shop-failure|sample-products|filters[\\/](filter-sheet|applied-filters)))|domain[\\/]catalog[\\/]shop-search)/;

/** The brand's own pictures, on the home page and the owner's pages. */
const BRAND_IMAGES =
  /src[\\/](web[\\/](storefront[\\/]brand[\\/]brand-image|ui[\\/]scene[\\/]scene)|domain[\\/]brand[\\/]picture)\.tsx?/;

/** What drawer and checkout say of a cart: the shop's current prices and stock, the totals, the day of arrival. */
const CART =
  /src[\\/](web[\\/]storefront[\\/]cart[\\/](cart-settings|refresh-cart)|domain[\\/](cart[\\/](change-cart|cart-refresh)|checkout[\\/](pricing|delivery|delivery-days|tax-rate|free-shipping)|discount[\\/](discount|spread-discount))|web[\\/]ui[\\/]arrives)\.tsx?/;

/** What the checkout draws at once, and the steps after it want, too. */
const CHECKOUT_FRAME =
  /src[\\/]web[\\/]storefront[\\/]checkout[\\/](checkout-icons|frame[\\/]checkout-(columns|bones))\.tsx?/;

/** What an address and an email must have: the checkout's, and the owner's page of an order. */
const ADDRESS = /src[\\/]domain[\\/]postal-address[\\/](shipping-address|us-states)\.ts/;

/** What shows messages, with what makes those about forms: one file, fetched at the first sign of a shopper. */
const TOASTS = /src[\\/]web[\\/](ui[\\/]toast[\\/]toast-outlet|page[\\/]keep-form)\.tsx?/;

const hasFile = (id: string) => VENDOR.test(id) || TOASTS.test(id) || SHELL.some((part) => part.test(id));

export default defineConfig({
  plugins: [serverStaysOnTheServer(), tailwindcss(), reactRouter()],
  // No preload list of what each lazy part needs: every first visit would have to fetch it.
  build: { assetsInlineLimit: 0, modulePreload: { resolveDependencies: () => [] } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Leaves out each rule that the browser does not use, even when its file is imported.
          treeshake: { moduleSideEffects: (id) => !/src[\\/]domain[\\/]/.test(id) },
          output: {
            codeSplitting: {
              groups: [
                { name: "vendor", test: VENDOR, priority: 2 },
                { name: "shop", test: (id) => SHELL.some((part) => part.test(id)), priority: 1 },
                { name: "list", test: LIST },
                { name: "brand-image", test: BRAND_IMAGES },
                { name: "cart", test: CART },
                { name: "checkout-frame", test: CHECKOUT_FRAME },
                { name: "shipping-address", test: ADDRESS },
                { name: "toast-outlet", test: TOASTS },
                {
                  name: (id, modules) => (belongsToOffice(id, modules, hasFile) ? "office" : null),
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          // The server's own code is not copied into the bundle: Node runs it from src/server,
          // so that the page renderer and the process share one instance of every module.
          external: [/^#server\//],
        },
      },
    },
  },
});
