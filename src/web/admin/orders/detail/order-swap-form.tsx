import { useId, useState } from "react";
import { EXTRA_PAYMENT_DAYS } from "#domain/extra-payment/extra-payment.ts";
import { CHARGE_MIN, formatMoney } from "#domain/money/money.ts";
import { refuseCorrection } from "#domain/order/corrections.ts";
import { orderStamp } from "#domain/order/fulfillment.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { OTHER_PRODUCT, offersFor, offerValue, swappable, swappableLines } from "#domain/order/swap.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { PickVariant } from "#domain/product/pick.ts";
import { Button } from "../../../ui/form/button.tsx";
import { ChipGroup } from "../../../ui/form/chip-group.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { CountField } from "../../forms/count-field.tsx";
import { ProductPicker } from "../../lists/product-picker.tsx";
import type { OrderAnswer } from "./order-answer.ts";
import { FoldedForm, type KnownOrder } from "./order-form.tsx";

/** Swaps units that have not left for another size or product. */
export function SwapForm(known: KnownOrder) {
  const { order } = known;
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  if (!isPaid || refuseCorrection(order) !== null || swappableLines(order.items).length === 0) return null;
  return (
    <FoldedForm
      {...known}
      formKey={orderStamp(order)}
      intent="swap"
      summary="Swap size or product"
      className="border-t border-line pt-1"
    >
      {(form) => <SwapFields {...form} order={order} />}
    </FoldedForm>
  );
}

type SwapFieldsProps = { answer: OrderAnswer | undefined; isPending: boolean; order: OrderDetail };

function SwapFields({ answer, isPending, order }: SwapFieldsProps) {
  const lines = swappableLines(order.items);
  const values = answer?.values ?? {};
  const [itemId, setItemId] = useState(values.itemId ?? lines[0]?.id ?? "");
  const [to, setTo] = useState(values.to ?? "");
  const [quantity, setQuantity] = useState(Number(values.quantity ?? 1) || 1);
  const [fromId, toId] = [useId(), useId()];
  const line = lines.find(({ id }) => id === itemId) ?? lines[0];
  if (!line) return null;
  const most = swappable(line);
  const more = Number(values.more ?? 0);
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          id={fromId}
          name="itemId"
          label="Instead of"
          value={line.id}
          onChange={({ target }) => {
            setItemId(target.value);
            setTo("");
            setQuantity(1);
          }}
          choices={lines.map((each) => ({
            value: each.id,
            label: `${itemName(each)}, ${swappable(each)} to ship`,
          }))}
        />
        <SelectField
          id={toId}
          name="to"
          label="Send"
          value={to}
          required
          onChange={({ target }) => setTo(target.value)}
          choices={[
            { value: "", label: "Choose what to send instead" },
            ...offersFor(order.shelves, line).map(({ value, label }) => ({ value, label })),
            { value: OTHER_PRODUCT, label: "Another product" },
          ]}
          error={answer?.errors?.to}
        />
      </div>
      {to === OTHER_PRODUCT && <OtherProduct answer={answer} />}
      {(to === OTHER_PRODUCT || more > 0) && (
        <label className="check-line">
          <input type="checkbox" name="free" defaultChecked={values.free === "on"} />
          Don't charge the difference
        </label>
      )}
      {most > 1 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 sm:justify-start">
          <span className="font-semibold">How many?</span>
          <CountField
            name="quantity"
            label="Items to swap"
            value={Math.min(quantity, most)}
            max={most}
            onChange={setQuantity}
          />
        </div>
      ) : (
        <input type="hidden" name="quantity" value={most} />
      )}
      <Button type="submit" look="secondary" pending={isPending}>
        Swap
      </Button>
      {more >= CHARGE_MIN && <AskFields more={more} isPending={isPending} />}
      <p className="text-sm text-ink-2">
        A size at the same price costs nothing. If the new item costs less, we refund the difference and its
        tax. If it costs more, you can ask the customer for it. We email the customer.
      </p>
    </>
  );
}

/** Any product that is for sale, by name and picture, with what is left of each variant. */
function OtherProduct({ answer }: Pick<SwapFieldsProps, "answer">) {
  const [chosen, setChosen] = useState(answer?.values?.other ?? "");
  return (
    <>
      <input type="hidden" name="other" value={chosen} />
      <ProductPicker label="Find the other product" error={answer?.errors?.other}>
        {({ id, name, variants }) => (
          <ChipGroup
            legend={name}
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
    </>
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
