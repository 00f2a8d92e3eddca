import { useId, useState } from "react";
import { CHARGE_MIN, formatMoney } from "#domain/money/money.ts";
import { refuseCorrection } from "#domain/order/corrections.ts";
import { orderStamp } from "#domain/order/fulfillment.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { OTHER_PRODUCT, offersFor, swappable, swappableLines } from "#domain/order/swap.ts";
import { itemName } from "#domain/product/item-name.ts";
import { TOP_UP_DAYS } from "#domain/top-up/top-up.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { CountField } from "../../forms/count-field.tsx";
import type { OrderAnswer } from "./order-answer.ts";
import { FoldedForm, type KnownOrder, typed } from "./order-form.tsx";

/** Swaps pieces that have not left for another size or product. */
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
  const [pieces, setPieces] = useState(Number(values.pieces ?? 1) || 1);
  const [fromId, toId] = [useId(), useId()];
  const isHydrated = useHydrated();
  const line = lines.find(({ id }) => id === itemId) ?? lines[0];
  if (!line) return null;
  const most = swappable(line);
  // Without scripts the list does not follow the line, so it has the options of all of them.
  const offers = isHydrated
    ? offersFor(order.shelves, line)
    : lines.flatMap((each) => offersFor(order.shelves, each));
  const choices = [
    { value: "", label: "Choose what to send instead" },
    ...offers.map(({ value, label }) => ({ value, label })),
    { value: OTHER_PRODUCT, label: "Another product" },
  ];
  const isOther = to === OTHER_PRODUCT || !isHydrated;
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
            setPieces(1);
          }}
          choices={lines.map((each) => ({
            value: each.id,
            label: `${itemName(each)}, ${swappable(each)} to send`,
          }))}
        />
        <SelectField
          id={toId}
          name="to"
          label="Send"
          value={to}
          required
          onChange={({ target }) => setTo(target.value)}
          choices={choices}
          error={answer?.errors?.to}
        />
      </div>
      {isOther && (
        <Field
          {...typed(answer, "other")}
          label="Its SKU, or the address of its page with the option chosen"
          autoComplete="off"
        />
      )}
      {(isOther || more > 0) && (
        <label className="check-line">
          <input type="checkbox" name="free" defaultChecked={values.free === "on"} />
          If it costs more, ask for nothing more
        </label>
      )}
      {isHydrated ? (
        most > 1 && (
          <div className="flex flex-wrap items-center justify-between gap-3 sm:justify-start">
            <span className="font-semibold">Pieces</span>
            <CountField
              name="pieces"
              label="Pieces to swap"
              value={Math.min(pieces, most)}
              max={most}
              onChange={setPieces}
            />
          </div>
        )
      ) : (
        <Field {...typed(answer, "pieces", "1")} label="Pieces" inputMode="numeric" />
      )}
      {isHydrated && most <= 1 && <input type="hidden" name="pieces" value={most} />}
      <Button type="submit" look="secondary" pending={isPending}>
        Swap
      </Button>
      {more >= CHARGE_MIN && <AskFields more={more} isPending={isPending} />}
      <p className="text-sm text-ink-2">
        A size at the same price costs nothing. If the new item costs less, the difference is refunded with its
        tax. If it costs more, you can ask the customer for it. The customer gets an email.
      </p>
    </>
  );
}

/** Asks the customer for the difference instead. */
function AskFields({ more, isPending }: { more: number; isPending: boolean }) {
  return (
    <div role="status" className="grid justify-items-start gap-3 rounded-field bg-warn-tint p-4">
      <p>
        <span className="font-semibold">It costs {formatMoney(more)} more, tax included.</span> You can ask
        the customer for it by mail: the new pieces are kept for {TOP_UP_DAYS} days, and swapped once it is
        paid. Sending or refunding the old pieces, or canceling the order, withdraws it.
      </p>
      <Button type="submit" name="ask" value={String(more)} pending={isPending}>
        Swap and ask for {formatMoney(more)}
      </Button>
    </div>
  );
}
