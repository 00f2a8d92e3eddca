import type { ComponentType, ReactNode } from "react";
import { useRootData } from "../page/root-data.ts";
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
  const { settings, year } = useRootData();
  const { storeName } = settings.businessInfo;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <RouteAnnouncer />
      <frame.Header storeName={storeName} wordmark={<Wordmark storeName={storeName} />} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <frame.Footer storeName={storeName} year={year} />
      <CartDrawer loadSheet={loadSheet} />
    </div>
  );
}
