import { type ReactNode, Suspense, useLayoutEffect } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from "react-router";
import type { FontFile } from "#domain/brand/look.ts";
import { namesCollections } from "#domain/brand/menu.ts";
import { type ShownBrand, showBrand } from "#domain/brand/shown-brand.ts";
import { shownCategories } from "#domain/category/category.ts";
import { formatBusinessDays, formatDeliveryDays } from "#domain/checkout/delivery-days.ts";
import { defaultStoreProfile } from "#domain/settings/store-profile.ts";
import { shopYear, zoneNameAt } from "#domain/text/dates.ts";
import { recallCollections } from "#server/catalog/collections.ts";
import { nowOf } from "#server/core/shop.ts";
import { recallSettings } from "#server/settings/recall-settings.ts";
import type { Route } from "./+types/root";
import { PageToasts } from "./layout/page-toasts.tsx";
import { PendingPage } from "./layout/pending-page.tsx";
import { type OwnFrame, StorefrontFrame } from "./layout/storefront-frame.tsx";
import { loadsAnew } from "./layout/within-page.ts";
import { shopOf } from "./middleware/shop-context.ts";
import { noteLoad, useSecondTry } from "./page/failures/second-try.ts";
import { uncachedPage } from "./page/page-headers.ts";
import { type RootData, useKnownRootData } from "./page/root-data.ts";
import { lazyPart } from "./page/use-loaded.ts";
import stylesheet from "./styles/app.css?url";
import besley from "./styles/fonts/besley.woff2?url";
import hankenGrotesk from "./styles/fonts/hanken-grotesk.woff2?url";
import outfit from "./styles/fonts/outfit.woff2?url";
import playfair from "./styles/fonts/playfair-display.woff2?url";
import { hearBackFirst } from "./ui/layer-event.ts";
import { toast } from "./ui/toast/toast.ts";

if (typeof window !== "undefined") hearBackFirst();

const fontFiles: Record<FontFile, string> = {
  besley,
  "hanken-grotesk": hankenGrotesk,
  "playfair-display": playfair,
  outfit,
};

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const { settings, brand, stored } = await recallSettings(shop);
  const now = nowOf(shop);
  const profile = stored?.profile ?? defaultStoreProfile;
  const categories = stored?.categories ?? shop.memory.catalog.last()?.settings.categories ?? [];
  const onEveryPage = [brand.menu, brand.home.find(({ kind }) => kind === "announcement")];
  const collections = namesCollections(onEveryPage) ? await recallCollections(shop) : [];
  const rootData: RootData = {
    settings,
    profile: {
      ...profile,
      zoneName: zoneNameAt(profile.timeZone, now),
    },
    ...(shop.sharedPage?.isPreview ? { isPreview: true as const } : {}),
    brand: showBrand(brand, settings, {
      timeZone: profile.timeZone,
      categories: shownCategories(categories),
      collections,
    }),
    payments: { mode: shop.payments.mode, publishableKey: shop.payments.publishableKey },
    ...(stored && stored.reminderHours !== null ? { reminds: true } : {}),
    publicUrl: shop.env.publicUrl,
    businessDays: formatBusinessDays(formatDeliveryDays(settings.shipping)),
    year: shopYear(now.getTime(), profile.timeZone),
    categories: categories.map(({ id, slug, name, isHidden }) => ({
      ...{ id, slug, name },
      ...(isHidden ? { isHidden } : {}),
    })),
    hasSizeChart: stored?.hasSizeChart ?? false,
  };
  return data(rootData, stored ? {} : { headers: uncachedPage() });
}

/** A form without an answer stays; the code for that loads with the messages, at the first sign of a shopper. */
const keepForm: Route.ClientMiddlewareFunction = async (sent, next) => {
  if (sent.request.method !== "GET") return (await import("./page/keep-form.ts")).keepForm(sent, next);
  const results = await next();
  noteLoad(sent.request.url, results);
  return results;
};

export const clientMiddleware = [keepForm];

export const shouldRevalidate = loadsAnew;

/** The router hands a loader's headers on by this function only: so each page learns that the settings are merely remembered. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function Layout({ children }: { children: ReactNode }) {
  const look = useLook();
  return (
    <html lang="en-US" data-plain={look.isPlain || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={look.paper} />
        <Meta />
        {/* With its precedence it stays when the page gives way to an error: without, that page is drawn once without styles. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        {look.stylesheet && <link rel="stylesheet" href={look.stylesheet} precedence="default" />}
        {look.fonts.map((font) => (
          <link
            key={font}
            rel="preload"
            href={fontFiles[font]}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        <Links />
      </head>
      <body>
        {children}
        <PageToasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Of a page that failed before there was any data. */
const NO_LOOK = { paper: "#ffffff", stylesheet: null, fonts: [], hasDrawings: true, logo: null };

/** The back office keeps its own colors, independent of the storefront's. */
function useLook(): Pick<ShownBrand, "paper" | "stylesheet" | "fonts"> & { isPlain: boolean } {
  const brand = useKnownRootData()?.brand ?? NO_LOOK;
  const isOffice = /^\/admin(\/|$)/.test(useLocation().pathname);
  const isPlain = !brand.hasDrawings || brand.logo !== null;
  if (!isOffice) return { ...brand, isPlain };
  return { paper: brand.paper, stylesheet: null, fonts: ["besley", "hanken-grotesk"], isPlain };
}

/**
 * Pages of the storefront stand in its frame, those of the back office in their own. The frame is no route, because
 * each route is a file that every first visit would have to fetch.
 */
export default function Root({ matches }: Route.ComponentProps) {
  useTakenOver();
  const page = matches.findLast((match) => match?.id.startsWith("routes/storefront/"));
  if (!page) return <Outlet />;
  return (
    <StorefrontFrame frame={(page.handle as { frame?: OwnFrame } | undefined)?.frame}>
      <PendingPage>
        <Outlet />
      </PendingPage>
    </StorefrontFrame>
  );
}

declare global {
  interface Window {
    /** Makes what the shopper did before count (src/server/http/pages/start-scripts.ts). A message after an upgrade. */
    takeOver?: () => Parameters<typeof toast> | undefined;
  }
}

/** React has taken over what the server has drawn. */
function useTakenOver(): void {
  // Before anything is rendered again, which may undo a choice.
  useLayoutEffect(() => {
    const message = window.takeOver?.();
    if (message) toast(...message);
  }, []);
}

const loadFailure = () => import("./layout/failure-page.tsx");

/** Nothing is wrong on a first visit. Its code comes with that of PendingPage: it is there when the line is not. */
const FailurePage = import.meta.env.SSR ? (await loadFailure()).default : lazyPart(loadFailure);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // Without root data the shop was not reached; with it, something inside the page broke.
  const isReached = useRouteLoaderData("root") !== undefined;
  if (useSecondTry()) return <main id="main" aria-busy="true" className="min-h-dvh" />;
  return (
    <Suspense>
      <FailurePage status={status} isReached={isReached} />
    </Suspense>
  );
}
