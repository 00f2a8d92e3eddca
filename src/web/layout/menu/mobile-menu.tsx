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
  const sheet = useLoaded(loadSheet, open, () => setOpen(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what closes the menu.
  useEffect(() => setOpen(false), [location.key]);

  return (
    <div className="md:hidden noscript:hidden">
      <IconButton label="Open menu" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu className="size-6" strokeWidth={1.75} />
      </IconButton>
      {sheet && <sheet.MenuSheet open={open} onClose={() => setOpen(false)} adminPath={adminPath} />}
    </div>
  );
}
