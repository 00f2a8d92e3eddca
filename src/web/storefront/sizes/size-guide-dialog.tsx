import { useEffect } from "react";
import { href, useFetcher } from "react-router";
import type { SizeGuide } from "#server/catalog/load-size-guide.ts";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { SizeAdvice, SizeTable } from "./size-table.tsx";

type SizeGuideDialogProps = { chartId: string; open: boolean; onClose: () => void };

/** The chart of this product first, the others below it. They come with the guide's page, and only to who opens it. */
export function SizeGuideDialog({ chartId, open, onClose }: SizeGuideDialogProps) {
  const { data, load } = useFetcher<SizeGuide>({ key: "size-guide" });
  const isAsked = open && data === undefined;
  useEffect(() => {
    if (isAsked) void load(href("/size-guide"));
  }, [isAsked, load]);
  const charts = data?.charts ?? [];
  const own = charts.filter(({ id }) => id === chartId);
  const others = charts.filter(({ id }) => id !== chartId);
  return (
    <Dialog open={open} onClose={onClose} title="Size guide" closesByBack>
      <DialogBody label="Sizes">
        <div className="grid gap-8 p-5" aria-busy={isAsked}>
          {[...own, ...others].map((table) => (
            <div key={table.id} className="grid gap-3">
              <SizeTable table={table} />
              <SizeAdvice table={table} />
            </div>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  );
}
