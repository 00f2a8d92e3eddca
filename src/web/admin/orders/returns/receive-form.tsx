import { useState } from "react";
import { formatMoney } from "#domain/money/money.ts";
import { parseDollars } from "#domain/money/money-input.ts";
import { refundable } from "#domain/order/order-detail.ts";
import { SHIPPING_FIELD } from "#domain/order/refund-form.ts";
import { type RefundParts, refundParts, sumOfParts } from "#domain/order/refund-parts.ts";
import { itemName } from "#domain/product/item-name.ts";
import {
  cameField,
  receivedSoFar,
  refundOfUnits,
  type Settlement,
  settleField,
  settlementOf,
  shelfField,
  unitsAway,
  unitsToSettle,
} from "#domain/returns/return-receipt.ts";
import type { ReturnLine, ReturnRequest } from "#domain/returns/return-request.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { CountField } from "../../forms/count-field.tsx";
import type { OrderAnswer } from "../detail/order-answer.ts";
import { FoldedForm, type KnownOrder, OrderForm, typed } from "../detail/order-form.tsx";
import { isWithoutMoney, NO_MONEY, PartsSummary, TotalField, useOwnTotal } from "../detail/refund-fields.tsx";
import { refundLabel } from "./return-answer.ts";

type ReceiveFormProps = KnownOrder & { request: ReturnRequest; refundId: string };

/** Enters received units, what is restocked, and what is refunded; or closes a return that will stay incomplete. */
export function ReceiveForm({ request, refundId, ...known }: ReceiveFormProps) {
  return (
    <>
      <OrderForm {...known} intent="receive-return" about={request.id}>
        {(form) => <Fields {...form} request={request} refundId={refundId} order={known.order} />}
      </OrderForm>
      <FoldedForm {...known} intent="close-return" about={request.id} summary="Close without the rest">
        {({ isPending }) => (
          <>
            <input type="hidden" name="returnId" value={request.id} />
            <p className="text-ink-2">
              Use this when nothing more will arrive. Refunds stay as they are, reserved items go back in
              stock, and we won't email the customer.
            </p>
            <Button type="submit" look="secondary" pending={isPending}>
              Close this return
            </Button>
          </>
        )}
      </FoldedForm>
    </>
  );
}

type FieldsProps = Pick<ReceiveFormProps, "request" | "refundId"> & {
  order: KnownOrder["order"];
  answer: OrderAnswer | undefined;
  isPending: boolean;
};

function Fields({ request, refundId, order, answer, isPending }: FieldsProps) {
  const { lines } = request;
  const [came, setCame] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(
      lines.map((line) => [
        line.itemId,
        Math.min(unitsAway(line), Number(answer?.values?.[cameField(line.itemId)] ?? Infinity) || 0),
      ]),
    ),
  );
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>(() =>
    Object.fromEntries(lines.map(({ itemId }) => [itemId, answer?.values?.[settleField(itemId)]])),
  );
  // Not kept, since a refund in another form of the page ends the exchange of its units.
  const settled = Object.fromEntries(
    lines.map((line) => [line.itemId, settlementOf(line, chosen[line.itemId])]),
  );
  const [shipping, setShipping] = useState(answer?.values?.[SHIPPING_FIELD] || "0.00");
  const total = useOwnTotal(answer);
  const { own } = total;
  const open = Object.entries(unitsToSettle(lines, came));
  const toRefund = Object.fromEntries(open.filter(([id]) => settled[id] !== "exchange"));
  const toSend = open.filter(([id]) => settled[id] === "exchange").reduce((sum, [, count]) => sum + count, 0);
  const isHydrated = useHydrated();
  // Without scripts nothing follows the choices, so every field is there.
  const isRefunding = !isHydrated || toSend === 0 || Object.keys(toRefund).length > 0;
  const asked = {
    ...refundOfUnits(toRefund, parseDollars(shipping || "0") ?? 0),
    returnId: request.id,
  };
  const parts = refundParts(order.refundable, asked);
  const rest = refundable(order);
  const sum = parts.ok ? Math.min(rest, sumOfParts(parts)) : 0;
  const cents = own === null ? sum : parseDollars(own);
  const shippingLeft = order.refundable.shipping - order.refundable.shippingBack;
  return (
    <>
      <input type="hidden" name="returnId" value={request.id} />
      <input type="hidden" name="refundId" value={refundId} />
      <input type="hidden" name="seen" value={receivedSoFar(lines)} />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Came back</legend>
        {lines.map((line) => (
          <Row
            key={line.itemId}
            line={line}
            count={came[line.itemId] ?? 0}
            hasShelf={order.refundable.lines.some(({ id, hasShelf }) => id === line.itemId && hasShelf)}
            setCount={(count) => setCame((counts) => ({ ...counts, [line.itemId]: count }))}
            settlement={settled[line.itemId] ?? "refund"}
            setSettlement={(how) => setChosen((known) => ({ ...known, [line.itemId]: how }))}
            answer={answer}
          />
        ))}
      </fieldset>
      {isRefunding && shippingLeft > 0 && (
        <ShippingBack left={shippingLeft} value={shipping} answer={answer} onChange={setShipping} />
      )}
      {isRefunding && (
        <RefundTotal
          {...{ total, sum, rest, cents }}
          parts={parts.ok ? parts : null}
          error={answer?.errors?.amount}
        />
      )}
      <Receive {...{ isRefunding, toSend, cents, isPending }} />
    </>
  );
}

type ShippingBackProps = {
  left: number;
  value: string;
  answer: OrderAnswer | undefined;
  onChange: (text: string) => void;
};

function ShippingBack({ left, value, answer, onChange }: ShippingBackProps) {
  return (
    <Field
      name={SHIPPING_FIELD}
      label="Shipping ($)"
      inputMode="decimal"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={answer?.errors?.[SHIPPING_FIELD]}
      hint={`Up to ${formatMoney(left)} can be refunded with it.`}
    />
  );
}

type RefundTotalProps = {
  total: ReturnType<typeof useOwnTotal>;
  sum: number;
  rest: number;
  cents: number | null;
  parts: RefundParts | null;
  error: string | undefined;
};

function RefundTotal({ total, sum, rest, cents, parts, error }: RefundTotalProps) {
  return (
    <>
      <TotalField
        label="Refund ($)"
        total={total}
        sum={sum}
        error={error}
        hint={
          isWithoutMoney(parts, total, sum)
            ? NO_MONEY
            : `Follows the items; you may type another amount, up to ${formatMoney(rest)}.`
        }
      />
      {parts && <PartsSummary parts={parts} adjustment={(cents ?? 0) - sumOfParts(parts)} />}
    </>
  );
}

type ReceiveProps = { isRefunding: boolean; toSend: number; cents: number | null; isPending: boolean };

/** What the button does, in words. */
function Receive({ isRefunding, toSend, cents, isPending }: ReceiveProps) {
  return (
    <>
      {toSend > 0 && (
        <p className="text-ink-2">
          The order moves back to your orders to ship, with {toSend} {toSend === 1 ? "item" : "items"} in
          exchange. We'll email the customer.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isRefunding ? (
          <>
            <Button type="submit" look="danger" pending={isPending}>
              {refundLabel(cents, toSend)}
            </Button>
            <Button type="submit" look="secondary" name="refund" value="later" pending={isPending}>
              Received, refund later
            </Button>
          </>
        ) : (
          <Button type="submit" pending={isPending}>
            Received, exchange {toSend} {toSend === 1 ? "item" : "items"}
          </Button>
        )}
      </div>
    </>
  );
}

type RowProps = {
  line: ReturnLine;
  count: number;
  hasShelf: boolean;
  setCount: (count: number) => void;
  settlement: Settlement;
  setSettlement: (settlement: Settlement) => void;
  answer: OrderAnswer | undefined;
};

/** Without scripts the count is a plain field. */
function Row({ line, count, hasShelf, setCount, settlement, setSettlement, answer }: RowProps) {
  const { itemId, quantity, received, settled, wanted } = line;
  const isHydrated = useHydrated();
  const name = itemName(line);
  const field = cameField(itemId);
  const waiting = received - settled;
  const isBack = answer?.values ? answer.values[shelfField(itemId)] === "on" : true;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line pt-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">
          {received} of {quantity} came back before{waiting > 0 && `, ${waiting} not settled yet`}
        </p>
      </div>
      {isHydrated ? (
        <CountField
          name={field}
          label={`Quantity of ${name} that came back now`}
          value={count}
          min={0}
          max={unitsAway(line)}
          onChange={setCount}
        />
      ) : (
        <Field
          {...typed(answer, field, String(unitsAway(line)))}
          label={<span className="sr-only">Quantity of {name} that came back now</span>}
          inputMode="numeric"
        />
      )}
      {wanted !== null && (
        <div className="basis-full">
          <SelectField
            name={settleField(itemId)}
            label={<span className="sr-only">What happens with {name}</span>}
            value={settlement}
            onChange={({ target }) => setSettlement(settlementOf(line, target.value))}
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
      {hasShelf && (
        <label className="check-line basis-full">
          <input type="checkbox" name={shelfField(itemId)} defaultChecked={isBack} />
          Put back in stock
        </label>
      )}
      {answer?.errors?.[field] && isHydrated && (
        <p className="basis-full text-sm font-medium text-err">{answer.errors[field]}</p>
      )}
    </div>
  );
}
