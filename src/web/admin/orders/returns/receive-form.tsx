import { formatMoney } from "#domain/money/money.ts";
import { shippingLeft } from "#domain/order/forms/refund-form.ts";
import { type OrderDetail, refundable } from "#domain/order/order-detail.ts";
import { itemName } from "#domain/product/item-name.ts";
import { hasShelf, receiptIn, receiveFields } from "#domain/returns/return-forms.ts";
import { type Settlement, unitsAway } from "#domain/returns/return-receipt.ts";
import type { ReturnLine, ReturnRequest } from "#domain/returns/return-request.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { CountField } from "../../forms/count-field.tsx";
import type { FormState } from "../../forms/use-owner-form.ts";
import { type KnownOrder, OrderButton, OrderForm } from "../detail/order-form.tsx";
import { RefundTotal, totalIn } from "../detail/refund-fields.tsx";

type ReceiveFormProps = KnownOrder & {
  request: ReturnRequest;
  /** A form that is sent twice makes one refund. */
  refundId: string;
};

/** Enters received units, what is restocked, and what is refunded; or closes a return that will stay incomplete. */
export function ReceiveForm({ request, refundId, ...known }: ReceiveFormProps) {
  const { order } = known;
  const rest = refundable(order);
  return (
    <>
      <OrderForm
        {...known}
        kind="receive-return"
        aboutId={request.id}
        stored={receiveFields(request, { ...order, rest })}
      >
        {(form) => (
          <>
            <input type="hidden" name="refundId" value={refundId} />
            <Fields {...{ form, request, order, rest }} />
          </>
        )}
      </OrderForm>
      <details className="disclosure">
        <summary>Close without the rest</summary>
        <div className="order-form">
          <p className="text-ink-2">
            Use this when nothing more will arrive. Refunds stay as they are, reserved items go back in stock,
            and we won't email the customer.
          </p>
          <OrderButton
            {...{ order, intent: "close-return", aboutId: request.id, label: "Close this return" }}
          />
        </div>
      </details>
    </>
  );
}

type FieldsProps = {
  form: FormState<"shipping" | "amount">;
  request: ReturnRequest;
  order: OrderDetail;
  rest: number;
};

function Fields({ form, request, order, rest }: FieldsProps) {
  const receipt = receiptIn(request, { ...order, rest }, form.typed);
  const { toSend, parts, sum } = receipt;
  const isRefunding = toSend === 0 || receipt.toRefund > 0;
  const left = shippingLeft(order.refundable);
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Items received</legend>
        {request.lines.map((line) => (
          <Row
            key={line.itemId}
            line={line}
            form={form}
            hasShelf={hasShelf(order, line.itemId)}
            settlement={receipt.settlements[line.itemId] ?? "refund"}
          />
        ))}
      </fieldset>
      <div hidden={!isRefunding} className="grid gap-3">
        {left > 0 && (
          <Field
            {...form.field("shipping")}
            inputMode="decimal"
            hint={`Up to ${formatMoney(left)} can be refunded with it.`}
          />
        )}
        <RefundTotal
          {...{ form, sum, parts }}
          hint={`Follows the items; you may type another amount, up to ${formatMoney(rest)}.`}
        />
      </div>
      <Receive {...{ isRefunding, toSend, cents: totalIn(form), isPending: form.isSaving }} />
    </>
  );
}

type ReceiveProps = { isRefunding: boolean; toSend: number; cents: number; isPending: boolean };

/** What the button does, in words. */
function Receive({ isRefunding, toSend, cents, isPending }: ReceiveProps) {
  const items = `${toSend} ${toSend === 1 ? "item" : "items"}`;
  const received = toSend > 0 ? `Received, exchange ${toSend} and` : "Received,";
  return (
    <>
      {toSend > 0 && (
        <p className="text-ink-2">
          The order moves back to your orders to ship, with {items} in exchange. We'll email the customer.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isRefunding ? (
          <>
            <Button type="submit" look="danger" pending={isPending}>
              {received} refund{cents > 0 && ` ${formatMoney(cents)}`}
            </Button>
            <Button type="submit" look="secondary" name="refund" value="later" pending={isPending}>
              Received, refund later
            </Button>
          </>
        ) : (
          <Button type="submit" pending={isPending}>
            Received, exchange {items}
          </Button>
        )}
      </div>
    </>
  );
}

type RowProps = {
  line: ReturnLine;
  form: FormState<never>;
  hasShelf: boolean;
  settlement: Settlement;
};

function Row({ line, form, hasShelf: isStocked, settlement }: RowProps) {
  const { itemId, quantity, received, settled, wanted } = line;
  const name = itemName(line);
  const waiting = received - settled;
  const shelf = form.at(`lines.${itemId}.shelf`);
  const settle = form.at(`lines.${itemId}.settle`);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line pt-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">
          {received} of {quantity} received so far{waiting > 0 && `, ${waiting} not settled yet`}
        </p>
      </div>
      <CountField
        form={form}
        path={`lines.${itemId}.came`}
        label={`Quantity of ${name} received now`}
        min={0}
        max={unitsAway(line)}
      />
      {wanted !== null && (
        <div className="basis-full">
          <SelectField
            name={settle.name}
            label={<span className="sr-only">What happens with {name}</span>}
            defaultValue={settlement}
            choices={[
              {
                value: "exchange",
                label: wanted === (line.variation ?? "") ? "Send the same again" : `Send ${wanted} instead`,
              },
              { value: "refund", label: "Refund" },
            ]}
          />
        </div>
      )}
      {isStocked && (
        <label className="check-line basis-full">
          <input type="checkbox" name={shelf.name} defaultChecked={shelf.defaultValue === "on"} />
          Put back in stock
        </label>
      )}
    </div>
  );
}
