import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { parseQuantity } from "#domain/product/product-form.ts";
import { DELIVERY_NOTE_MAX } from "#domain/product/stock-delivery.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { AnswerNote } from "../frame/answer-note.tsx";
import type { Notice } from "../frame/notices.ts";

/** A refused delivery: what was typed, and what is wrong with it by size. */
export type DeliveryAnswer = {
  notice: Notice;
  errors: Record<string, string>;
  counts: Record<string, string>;
  note: string;
};

type DeliveryFormProps = {
  action: string;
  product: { id: string; stock: { variation: string; onHand: number }[] };
  answer: DeliveryAnswer | undefined;
};

/** How many of each size came in, and the total. */
export function DeliveryForm({ action, product, answer }: DeliveryFormProps) {
  const [counts, setCounts] = useState<Record<string, string>>(answer?.counts ?? {});
  const isSaving = useNavigation().formMethod === "POST";
  const total = Object.values(counts).reduce((sum, text) => sum + (parseQuantity(text) ?? 0), 0);
  return (
    <Form method="post" action={action} noValidate className="admin-card grid max-w-2xl gap-5 p-5 sm:p-7">
      {answer && <AnswerNote notice={answer.notice} />}
      <input type="hidden" name="id" value={product.id} />
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        {product.stock.map(({ variation, onHand }) => (
          <div key={variation}>
            <input type="hidden" name="variation" value={variation} />
            <Field
              name="count"
              label={variation || "Quantity"}
              hint={`${onHand} on hand`}
              inputMode="numeric"
              autoComplete="off"
              value={counts[variation] ?? ""}
              error={answer?.errors[variation]}
              onChange={({ currentTarget: { value } }) =>
                setCounts((before) => ({ ...before, [variation]: value }))
              }
            />
          </div>
        ))}
      </div>
      <Field
        name="note"
        label="Note"
        maxLength={DELIVERY_NOTE_MAX}
        autoComplete="off"
        defaultValue={answer?.note ?? ""}
        optional
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="numerals font-semibold">
          Total: {total.toLocaleString("en-US")} {total === 1 ? "unit" : "units"}
        </p>
        <Button type="submit" name="intent" value="receive" pending={isSaving}>
          Add to Stock
        </Button>
      </div>
    </Form>
  );
}
