import { useEffect, useEffectEvent } from "react";
import { href, useFetcher } from "react-router";
import type { AdminProduct } from "#domain/product/admin-product-search.ts";
import { Dialog, DialogBody } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useHeld } from "../../forms/use-held.ts";
import { AnswerNote } from "../../frame/answer-note.tsx";
import type { ListAnswer } from "./list-answer.ts";

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

/** What is typed is compared with the stock that it was opened with, and after a refusal with the stock as reloaded. */
function StockForm({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const fetcher = useFetcher<ListAnswer>();
  const refusal = fetcher.data?.refusal ?? null;
  const isPending = fetcher.state !== "idle";
  const loaded = JSON.stringify(product.stock);
  const { seen, round, listeners } = useHeld({
    ...{ seen: loaded, formKey: loaded, answer: fetcher.data, isPending },
    ...{ isKept: refusal !== null, isOld: refusal !== null },
  });
  const stock = JSON.parse(seen) as AdminProduct["stock"];
  const answered = useEffectEvent(() => {
    if (fetcher.data && !refusal) onClose();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => answered(), [fetcher.data]);
  return (
    <fetcher.Form method="post" action={href("/admin/products")} className="grid gap-4 p-5" {...listeners}>
      <p className="font-semibold wrap-anywhere">{product.name}</p>
      <div role="alert" className="contents">
        {refusal && <AnswerNote notice={refusal} />}
      </div>
      <input type="hidden" name="id" value={product.id} />
      <div key={round} className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        {stock.map(({ variation, onHand }) => (
          <div key={variation}>
            <input type="hidden" name="variation" value={variation} />
            <input type="hidden" name="was" value={onHand} />
            <Field
              label={<span className="wrap-anywhere">{variation || "Quantity"}</span>}
              name="onHand"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={onHand}
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" name="intent" value="stock" pending={isPending}>
          Save stock
        </Button>
      </div>
    </fetcher.Form>
  );
}
