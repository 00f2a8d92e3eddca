import { type Category, categories } from "#domain/product/product.ts";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { SizeAdvice, SizeTable } from "./size-table.tsx";

type SizeGuideDialogProps = { category: Category; open: boolean; onClose: () => void };

/** The table of this product's category first, the other one below it. */
export function SizeGuideDialog({ category, open, onClose }: SizeGuideDialogProps) {
  const others = categories.filter((other) => other !== category);
  return (
    <Dialog open={open} onClose={onClose} title="Size guide" closesByBack>
      <DialogBody label="Sizes">
        <div className="grid gap-8 p-5">
          {[category, ...others].map((shown) => (
            <div key={shown} className="grid gap-3">
              <SizeTable category={shown} />
              <SizeAdvice category={shown} />
            </div>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  );
}
