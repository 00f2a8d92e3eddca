import "./option-sheet.css";
import type { ReactNode } from "react";
import { type Product, pricesOf } from "#domain/product/product.ts";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Price } from "../../../ui/price.tsx";

type OptionSheetProps = {
  product: Product;
  selected: string | null;
  named: string;
  /** The options and how many there are, as on the page. */
  children: ReactNode;
  open: boolean;
  onClose: () => void;
  onAdd: () => void;
};

/** The options over the page, within reach of a thumb. */
export function OptionSheet({ product, selected, named, open, onClose, onAdd, children }: OptionSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title={product.name} closesByBack>
      <DialogBody>
        <div className="option-sheet grid gap-5 px-5 pt-4 pb-6">
          <Price product={pricesOf(product, selected)} className="text-lg" />
          {children}
        </div>
      </DialogBody>
      <DialogFooter>
        <div className="grid px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
          <Button size="large" className="wrap-anywhere" onClick={onAdd}>
            Add to Cart{named}
          </Button>
        </div>
      </DialogFooter>
    </Dialog>
  );
}
