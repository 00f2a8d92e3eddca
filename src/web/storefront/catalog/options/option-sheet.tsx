import "./option-sheet.css";
import type { ReactNode } from "react";
import type { pricesOf } from "#domain/product/product.ts";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Price } from "../../../ui/price.tsx";

type OptionSheetProps = {
  name: string;
  /** Of the chosen option; where none is chosen, what lists say. */
  prices: ReturnType<typeof pricesOf>;
  named: string;
  /** The options and how many there are, as on the page. */
  children: ReactNode;
  open: boolean;
  onClose: () => void;
  onAdd: () => void;
};

/** The options over a page or a list, within reach of a thumb. */
export function OptionSheet({ name, prices, named, open, onClose, onAdd, children }: OptionSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title={name} closesByBack>
      <DialogBody>
        <div className="option-sheet grid gap-5 px-5 pt-4 pb-6">
          <Price product={prices} className="text-lg" />
          {children}
        </div>
      </DialogBody>
      <DialogFooter>
        <div className="grid px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
          <Button size="large" className="wrap-anywhere" onClick={onAdd}>
            {`Add to Cart${named}`}
          </Button>
        </div>
      </DialogFooter>
    </Dialog>
  );
}
