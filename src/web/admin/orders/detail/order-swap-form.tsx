import { useRef, useState } from "react";
import { EXTRA_PAYMENT_DAYS } from "#domain/extra-payment/extra-payment.ts";
import { CHARGE_MIN, formatMoney } from "#domain/money/money.ts";
import { refuseCorrection } from "#domain/order/corrections.ts";
import { swapChoices } from "#domain/order/forms/order-forms.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { OTHER_PRODUCT, offersFor, offerValue, swappable, swappableLines } from "#domain/order/swap.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { PickVariant } from "#domain/product/pick.ts";
import { Button } from "../../../ui/form/button.tsx";
import { ChipGroup } from "../../../ui/form/chip-group.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { CountField } from "../../forms/count-field.tsx";
import { HiddenText } from "../../forms/hidden-text.tsx";
import type { FormState } from "../../forms/use-owner-form.ts";
import { ProductPicker } from "../../lists/product-picker.tsx";
import { FoldedForm, type KnownOrder } from "./order-form.tsx";

/** Swaps units that have not left for another size or product. */
export function SwapForm(known: KnownOrder) {
  const { order } = known;
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  const lines = swappableLines(order.items);
  if (!isPaid || refuseCorrection(order) !== null || lines.length === 0) return null;
  return (
    <FoldedForm
      {...known}
      kind="swap"
      stored={{ itemId: lines[0]?.id ?? "", to: "", other: "", free: "", quantity: "1" }}
      summary="Swap size or product"
      className="border-t border-line pt-1"
    >
      {(form, answer) => <SwapFields form={form} order={order} more={answer?.more ?? 0} />}
    </FoldedForm>
  );
}

type SwapFieldsProps = {
  form: FormState<"itemId" | "to" | "other" | "free">;
  order: OrderDetail;
  /** What it costs more, as the last answer says. */
  more: number;
};

function SwapFields({ form, order, more }: SwapFieldsProps) {
  const lines = swappableLines(order.items);
  const { itemId, to } = form.typed;
  const line = lines.find(({ id }) => id === itemId) ?? lines[0];
  if (!line) return null;
  const { label: freeLabel, ...free } = form.check("free");
  const isOther = to === OTHER_PRODUCT;
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          {...form.field("itemId")}
          choices={lines.map((each) => ({
            value: each.id,
            label: `${itemName(each)}, ${swappable(each)} to ship`,
          }))}
        />
        <SelectField
          key={line.id}
          {...form.field("to")}
          choices={swapChoices(offersFor(order.shelves, line))}
        />
      </div>
      {isOther && <OtherProduct form={form} />}
      {(isOther || more > 0) && (
        <label className="check-line">
          <input type="checkbox" {...free} />
          {freeLabel}
        </label>
      )}
      {swappable(line) > 1 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 sm:justify-start">
          <span className="font-semibold">How many?</span>
          <CountField key={line.id} form={form} path="quantity" label="Items to swap" max={swappable(line)} />
        </div>
      ) : (
        <input type="hidden" name="quantity" value="1" />
      )}
      <Button type="submit" look="secondary" pending={form.isSaving}>
        Swap
      </Button>
      {more >= CHARGE_MIN && <AskFields more={more} isPending={form.isSaving} />}
      <p className="text-sm text-ink-2">
        A size at the same price costs nothing. If the new item costs less, we refund the difference and its
        tax. If it costs more, you can ask the customer for it. We email the customer.
      </p>
    </>
  );
}

/** Any product that is for sale, by name and picture, with what is left of each variant. */
function OtherProduct({ form }: { form: FormState<"other"> }) {
  const { name, label, defaultValue, error } = form.field("other");
  const [chosen, setChosen] = useState(defaultValue);
  const picker = useRef<HTMLDivElement>(null);
  return (
    <div ref={picker}>
      <HiddenText
        {...{ name, text: chosen, onText: setChosen }}
        onFocus={() => picker.current?.querySelector<HTMLElement>('[type="search"]')?.focus()}
      />
      <ProductPicker label={label} error={error}>
        {({ id, name: legend, variants }) => (
          <ChipGroup
            legend={legend}
            chips={variants.map((variant) => ({
              value: offerValue({ productId: id, ...variant }),
              label: variantText(variant),
              isOff: variant.free < 1,
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
      </ProductPicker>
    </div>
  );
}

/** "L: 3 left, $72.00" */
function variantText({ variation, free, price }: PickVariant): string {
  const text = `${free} left, ${formatMoney(price)}`;
  return variation === "" ? text : `${variation}: ${text}`;
}

/** Asks the customer for the difference instead. */
function AskFields({ more, isPending }: { more: number; isPending: boolean }) {
  return (
    <div role="status" className="grid justify-items-start gap-3 rounded-field bg-warn-tint p-4">
      <p>
        <span className="font-semibold">It costs {formatMoney(more)} more, tax included.</span> We can email
        the customer a payment link. The new items are reserved for {EXTRA_PAYMENT_DAYS} days and swapped once
        paid.
      </p>
      <Button type="submit" name="ask" value={String(more)} pending={isPending}>
        Swap and ask for {formatMoney(more)}
      </Button>
    </div>
  );
}
