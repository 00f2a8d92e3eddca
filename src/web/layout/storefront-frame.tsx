import type { ReactNode } from "react";
import { useRootData } from "../page/root-data.ts";
import { CartDrawer } from "../storefront/cart/cart-drawer.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { SkipLink } from "./skip-link.tsx";

/** What surrounds every storefront page: header, footer, cart. */
export function StorefrontFrame({ children }: { children: ReactNode }) {
  const { settings, year } = useRootData();
  const { storeName } = settings.businessInfo;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <RouteAnnouncer />
      <Header storeName={storeName} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer storeName={storeName} year={year} />
      <CartDrawer />
    </div>
  );
}
