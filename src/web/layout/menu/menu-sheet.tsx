import { Link, useLocation } from "react-router";
import { DialogBody, Sheet } from "../../ui/dialog.tsx";
import { isActivePath, storeLinks } from "./store-nav.ts";

type MenuSheetProps = { open: boolean; onClose: () => void; adminPath: string };

export function MenuSheet({ open, onClose, adminPath }: MenuSheetProps) {
  const { pathname } = useLocation();
  return (
    <Sheet side="left" open={open} onClose={onClose} title="Menu">
      <DialogBody>
        <nav aria-label="Mobile" className="grid px-5 py-3">
          {[...storeLinks, { to: adminPath, label: "ADMIN" }].map(({ to, label }) => (
            <Link
              key={label}
              to={to}
              reloadDocument={to === adminPath}
              className="display flex min-h-16 items-center border-b border-line text-[1.75rem] tracking-[-0.02em] aria-[current]:text-flag"
              aria-current={isActivePath(pathname, to) ? "page" : undefined}
              onClick={onClose}
            >
              {label}
            </Link>
          ))}
        </nav>
      </DialogBody>
    </Sheet>
  );
}
