import { Link, useLocation } from "react-router";
import { useRootData } from "../../page/root-data.ts";
import { helpLinks, isActivePath, isAmong, useStoreLinks } from "../../page/store-nav.ts";
import { DialogBody, Sheet } from "../../ui/dialog.tsx";

type MenuSheetProps = { open: boolean; onClose: () => void; adminPath: string };

export function MenuSheet({ open, onClose, adminPath }: MenuSheetProps) {
  const data = useRootData();
  const { header, range } = useStoreLinks();
  return (
    <Sheet side="left" open={open} onClose={onClose} title="Menu">
      <DialogBody>
        <nav aria-label="Mobile" className="px-5 pb-6">
          <MenuGroup links={range} look="display text-[1.75rem] tracking-[-0.02em]" onClose={onClose} />
          <MenuGroup links={helpLinks(data)} look="text-lg" onClose={onClose} />
          <MenuGroup
            links={header.filter(({ to }) => !isAmong(range, to))}
            look="eyebrow"
            onClose={onClose}
          />
          <Link to={adminPath} reloadDocument className="eyebrow flex min-h-11 items-center text-ink-2">
            ADMIN
          </Link>
        </nav>
      </DialogBody>
    </Sheet>
  );
}

type MenuGroupProps = {
  links: readonly { to: string; label: string }[];
  look: string;
  onClose: () => void;
};

/** A part of the shop is active with its whole query, a page with all that is below it. */
function MenuGroup({ links, look, onClose }: MenuGroupProps) {
  const { pathname, search } = useLocation();
  const isActive = (to: string) => (to.includes("?") ? pathname + search === to : isActivePath(pathname, to));
  return (
    <ul className="border-b border-line py-2">
      {links.map(({ to, label }) => (
        <li key={to + label}>
          <Link
            to={to}
            replace
            className={`flex min-h-12 items-center aria-[current]:text-flag ${look}`}
            aria-current={isActive(to) ? "page" : undefined}
            onClick={onClose}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
