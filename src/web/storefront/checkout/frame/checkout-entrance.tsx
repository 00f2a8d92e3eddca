// What the route of the checkout is made of. The page itself is fetched only where there is something to check out:
// along with the rest of the page, because this file asks for it as soon as it is here.
import { type ComponentType, useEffect, useState } from "react";
import { href, useNavigate } from "react-router";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { ExpressProps } from "../checkout-page.tsx";
import { hasCheckout } from "../kept-checkout.ts";
import { CheckoutBones } from "./checkout-bones.tsx";
import { CheckoutColumns } from "./checkout-columns.tsx";

const load = () => import("../checkout-page.tsx");

if (typeof window !== "undefined" && hasCheckout()) load().catch(() => {});

type Loaded = { Page: ComponentType<ExpressProps> } | { failure: unknown };

export function CheckoutEntrance({ loadExpress }: ExpressProps) {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState<Loaded | null>(null);

  useEffect(() => {
    if (!hasCheckout()) return void navigate(href("/shop"), { replace: true });
    let isOpen = true;
    load().then(
      ({ CheckoutPage }) => isOpen && setLoaded({ Page: CheckoutPage }),
      (failure: unknown) => isOpen && setLoaded({ failure }),
    );
    return () => {
      isOpen = false;
    };
  }, [navigate]);

  // The page of errors says so and offers to load again.
  if (loaded && "failure" in loaded) throw loaded.failure;
  if (loaded) return <loaded.Page loadExpress={loadExpress} />;
  return (
    <>
      <CheckoutColumns step="address" summary={<Skeleton className="h-12 lg:h-96" />} isWaiting>
        <CheckoutBones />
      </CheckoutColumns>
      <noscript>
        <p className="wrap max-w-[72rem] pb-8">
          Checkout needs JavaScript: your cart is saved in this browser, and the card form runs in it.
        </p>
      </noscript>
    </>
  );
}
