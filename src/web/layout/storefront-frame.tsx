import type { ComponentType, ReactNode } from "react";
import { useRootData } from "../page/root-data.ts";
import { AnnouncementBar } from "../storefront/brand/announcement.tsx";
import { CartDrawer } from "../storefront/cart/cart-drawer.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { SkipLink } from "./skip-link.tsx";
import { Wordmark } from "./wordmark.tsx";

/** A page may have its own header and footer, as `handle.frame` of its route. */
export type OwnFrame = {
  Header: ComponentType<{ storeName: string; wordmark: ReactNode }>;
  Footer: ComponentType<{ storeName: string; year: number }>;
};

const loadSheet = () => import("./cart-sheet.tsx");

const usual: OwnFrame = { Header, Footer };

/** What surrounds every storefront page: header, footer, cart. */
export function StorefrontFrame({
  frame = usual,
  children,
}: {
  frame?: OwnFrame | undefined;
  children: ReactNode;
}) {
  const { settings, brand, year, isPreview } = useRootData();
  const { storeName } = settings.businessInfo;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <RouteAnnouncer />
      {isPreview && (
        <p className="bg-ink px-4 py-2 text-center text-white">
          Preview of your draft.{" "}
          <a href="/preview/end" className="font-semibold underline underline-offset-4">
            Leave the preview
          </a>
        </p>
      )}
      {frame === usual && brand.announcement && <AnnouncementBar announcement={brand.announcement} />}
      <frame.Header storeName={storeName} wordmark={<Wordmark storeName={storeName} />} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <frame.Footer storeName={storeName} year={year} />
      <CartDrawer loadSheet={loadSheet} />
    </div>
  );
}
