import { type ComponentType, useEffect } from "react";
import { useLocation } from "react-router";
import { useLoaded } from "../../page/use-loaded.ts";
import { toast } from "../../ui/toast/toast.ts";
import { useDrawerOpen } from "./cart.ts";
import type { CartSheetProps } from "./cart-sheet.tsx";
import { drawerState } from "./drawer-state.ts";

const close = () => drawerState.set(false);
/** The same function on each render. */
type CartDrawerProps = { loadSheet: () => Promise<{ CartSheet: ComponentType<CartSheetProps> }> };

/** The cart drawer of every page. */
export function CartDrawer({ loadSheet }: CartDrawerProps) {
  const open = useDrawerOpen();
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: any other page closes the drawer.
  useEffect(() => close, [location.pathname]);
  const sheet = useLoaded(loadSheet, open, () => {
    close();
    toast.error("Your cart could not be opened", { description: "Please reload the page and try again." });
  });
  return sheet && <sheet.CartSheet open={open} onClose={close} />;
}
