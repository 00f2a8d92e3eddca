import { type ReactNode, useSyncExternalStore } from "react";
import { DialogBody, DialogFooter, Sheet } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { SlidersHorizontal } from "../icons.tsx";

const PHONE = "(width < 48rem)";

/** Whether the window is as narrow as a phone's; false before scripts run. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(PHONE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(PHONE).matches,
    () => false,
  );
}

type FilterPanelProps = {
  isPhone: boolean;
  /** How many of the filters are set. */
  count: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The fields. They belong to the form around the panel. */
  children: ReactNode;
};

/** Filters that are needed now and then: a part of the page that opens, and on a phone a sheet that Back closes. */
export function FilterPanel({ isPhone, count, isOpen, onOpen, children }: FilterPanelProps) {
  const label = (
    <>
      <SlidersHorizontal aria-hidden="true" className="size-4" />
      {count > 0 ? `Filters (${count})` : "Filters"}
    </>
  );
  if (!isPhone) {
    return (
      <details className="min-w-0 open:basis-full" open={count > 0}>
        <summary className="button min-h-12 max-md:px-4" data-look="secondary">
          {label}
        </summary>
        <div className="grid gap-3 pt-3 pb-2 min-[26rem]:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,12rem))_auto_auto] lg:items-end">
          {children}
          <Button type="submit">Apply filters</Button>
        </div>
      </details>
    );
  }
  return (
    <>
      <Button look="secondary" className="px-4" aria-haspopup="dialog" onClick={() => onOpen(true)}>
        {label}
      </Button>
      <Sheet open={isOpen} onClose={() => onOpen(false)} title="Filters">
        <DialogBody>
          <div className="grid gap-4 p-5">{children}</div>
        </DialogBody>
        <DialogFooter>
          <div className="p-4">
            <Button type="submit" className="w-full">
              Apply filters
            </Button>
          </div>
        </DialogFooter>
      </Sheet>
    </>
  );
}
