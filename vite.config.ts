import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { serverStaysOnTheServer } from "./src/web/server-guard.ts";
import { slimRouter } from "./src/web/slim-router.ts";

const VENDOR = /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|turbo-stream)[\\/]/;

/**
 * What every shopper's page draws at once. Everything else (drawer, sheets, toasts, forms) is fetched at the
 * first sign of a shopper or with the page that needs it; e2e/budgets.test.ts counts the bytes.
 */
const SHELL = [
  /src[\\/]web[\\/](root|page-headers)\.tsx?/,
  /src[\\/]web[\\/]routes[\\/]storefront[\\/]layout\.tsx/,
  /src[\\/]domain[\\/](cart|money|product|image|settings|shop-search)\.ts/,
  /src[\\/]web[\\/]layout[\\/](?!menu-sheet)/,
  /src[\\/]web[\\/]cart[\\/](cart|cart-store|cart-actions|cart-drawer|drawer-state)\.tsx?/,
  /src[\\/]web[\\/]catalog[\\/](?!fly-to-cart|recently-viewed-band|page-skeletons|scorecard-price)/,
  /src[\\/]web[\\/]ui[\\/](badge|button|flag-glyph|icons|picture|picture-placeholder|price|skeleton|spinner|toast|use-hydrated|select|stepper)\.tsx?/,
  /src[\\/]web[\\/]product[\\/]gallery-arrows\.tsx/,
  /vite[\\/]preload-helper/,
];

const FIELDS = /src[\\/](domain[\\/](shipping-address|us-states)|web[\\/]ui[\\/](field|select-field))\.tsx?/;

export default defineConfig({
  plugins: [serverStaysOnTheServer(), slimRouter(), tailwindcss(), reactRouter()],
  // Without the list of what each lazy part needs: it would be a part of every first visit.
  build: { assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // A rule that nothing in the browser asks for is left out, whoever mentions its file.
          treeshake: { moduleSideEffects: (id) => !/src[\\/]domain[\\/]/.test(id) },
          output: {
            codeSplitting: {
              groups: [
                { name: "vendor", test: VENDOR, priority: 2 },
                { name: "shop", test: (id) => SHELL.some((part) => part.test(id)), priority: 1 },
                // One chunk instead of dozens: each has its name in the table of routes that every shopper loads.
                { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/, priority: 0.4 },
                { name: "rules", test: /node_modules[\\/]zod[\\/]/, priority: 0.3 },
                { name: "fields", test: FIELDS, priority: 0.2 },
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
