import { deliveryForm } from "#domain/inventory/stock-delivery.ts";
import { parseQuantity } from "#domain/product/product-form.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

type Stock = { variation: string; onHand: number }[];

type DeliveryFormProps = {
  action: string;
  product: { id: string; stock: Stock };
  answer: FormAnswer | undefined;
};

/** The form before anything is typed. */
function emptyDelivery(stock: Stock) {
  return { sizes: stock.map(({ variation }) => ({ variation, count: "" })), note: "" };
}

/** How many of each size came in, and the total. */
export function DeliveryForm({ action, product, answer }: DeliveryFormProps) {
  const stored = emptyDelivery(product.stock);
  const form = useOwnerForm({ schema: deliveryForm, intent: "receive", stored, answer });
  const sizes = (form.typed.sizes ?? []) as { count?: string }[];
  const total = sizes.reduce((sum, { count = "" }) => sum + (parseQuantity(count) ?? 0), 0);
  return (
    <OwnerForm form={form} action={action} className="admin-card grid max-w-2xl gap-5 p-5 sm:p-7">
      <input type="hidden" name="id" value={product.id} />
      <Refusal>{form.form.allErrors.sizes?.[0]}</Refusal>
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        {product.stock.map(({ variation, onHand }, at) => (
          <div key={variation}>
            <input type="hidden" name={`sizes[${at}].variation`} value={variation} />
            <Field
              {...form.row("sizes", at, "count")}
              label={variation || "Quantity"}
              hint={`${onHand} on hand`}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        ))}
      </div>
      <Field {...form.field("note")} autoComplete="off" optional />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="numerals font-semibold">
          Total: {total.toLocaleString("en-US")} {total === 1 ? "unit" : "units"}
        </p>
        <Button type="submit" pending={form.isSaving}>
          Add to Stock
        </Button>
      </div>
    </OwnerForm>
  );
}
