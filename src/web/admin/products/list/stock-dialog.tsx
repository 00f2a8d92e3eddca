import { useEffect, useEffectEvent } from "react";
import { href, useFetcher } from "react-router";
import type { AdminProduct } from "#domain/product/admin-product-search.ts";
import { stockForm, stockFormOf } from "#domain/product/form/stock-form.ts";
import { Dialog, DialogBody } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Refusal } from "../../../ui/form/refusal.tsx";
import { formAnswerIn } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";

type StockDialogProps = {
  /** null while the dialog is closed. */
  product: AdminProduct | null;
  onClose: () => void;
};

/** Changes the stock of one product without leaving the list. */
export function StockDialog({ product, onClose }: StockDialogProps) {
  return (
    <Dialog open={product !== null} onClose={onClose} title="Change stock">
      <DialogBody>{product && <StockForm key={product.id} product={product} onClose={onClose} />}</DialogBody>
    </Dialog>
  );
}

/** What is typed is compared with the stock that it was opened with, and after a refusal with the stock as it is. */
function StockForm({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const fetcher = useFetcher();
  const answer = formAnswerIn(fetcher.data);
  const form = useOwnerForm({
    ...{ schema: stockForm, intent: "stock", stored: stockFormOf(product.stock), answer, fetcher },
    refused: null,
  });
  const answered = useEffectEvent(() => {
    if (answer?.notice.tone === "success") onClose();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => answered(), [answer]);
  return (
    <OwnerForm form={form} action={href("/admin/products")} className="grid gap-4 p-5">
      <p className="font-semibold wrap-anywhere">{product.name}</p>
      <Refusal>{form.field("sizes").error}</Refusal>
      <input type="hidden" name="id" value={product.id} />
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        {product.stock.map(({ variation }, at) => (
          <div key={variation}>
            <input type="hidden" name={`sizes[${at}].variation`} value={variation} />
            <Field
              {...form.row("sizes", at, "onHand")}
              label={<span className="wrap-anywhere">{variation || "Quantity"}</span>}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={form.isSaving}>
          Save stock
        </Button>
      </div>
    </OwnerForm>
  );
}
