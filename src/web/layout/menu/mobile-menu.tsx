import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useLoaded } from "../../page/use-loaded.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { Menu } from "../../ui/icons.tsx";

const loadSheet = () => import("./menu-sheet.tsx");

/** The links of the header and ADMIN, below 768 px; closes on any route change. */
export function MobileMenu({ adminPath }: { adminPath: string }) {
  const [open, setOpen] = useState(false);
  const location = useLocation();
  const close = () => setOpen(false);
  const sheet = useLoaded(loadSheet, open, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what closes the menu.
  useEffect(close, [location.key]);

  return (
    <>
      <IconButton
        label="Open menu"
        // Not the menu: a phone that is turned while it is open would be left with a page that takes nothing.
        className="md:hidden noscript:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu className="size-6" strokeWidth={1.75} />
      </IconButton>
      {sheet && <sheet.MenuSheet open={open} onClose={close} adminPath={adminPath} />}
    </>
  );
}
