import { type Dispatch, type SetStateAction, useState } from "react";
import { type Cents, formatDollars, formatMoney } from "#domain/money/money.ts";
import { parseDollars } from "#domain/money/money-input.ts";
import {
  askedOf,
  isRestockedByDefault,
  type RefundRow,
  refundRows,
  SHIPPING_FIELD,
  TYPED_FIELD,
} from "#domain/order/refund-form.ts";
import {
  type RefundableOrder,
  type RefundParts,
  refundParts,
  wholeRefund,
} from "#domain/order/refund-parts.ts";
import { itemName } from "#domain/product/item-name.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { CountField } from "../../forms/count-field.tsx";
import type { OrderAnswer } from "./order-answer.ts";
import { typed } from "./order-form.tsx";

export type ChosenParts = {
  counts: Readonly<Record<string, number>>;
  setCounts: Dispatch<SetStateAction<Readonly<Record<string, number>>>>;
  /** As it is typed. */
  shipping: string;
  setShipping: (text: string) => void;
  /** null: something typed can't be. */
  parts: RefundParts | null;
};

/** The units and the shipping that are chosen so far, and what they come to. All begin at zero. */
export function useChosenParts(order: RefundableOrder, answer: OrderAnswer | undefined): ChosenParts {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>(() => {
    const known = refundRows(order).map(({ field, left }) => [
      field,
      Math.min(left, Number(answer?.values?.[field] ?? 0) || 0),
    ]);
    return Object.fromEntries(known);
  });
  const [shipping, setShipping] = useState(answer?.values?.[SHIPPING_FIELD] || "0.00");
  const cents = parseDollars(shipping || "0");
  const parts = cents === null ? null : refundParts(order, askedOf(order, { counts, shipping: cents }));
  return { counts, setCounts, shipping, setShipping, parts: parts?.ok ? parts : null };
}

type OwnTotal = {
  /** As the owner typed it; null: it follows what is chosen. */
  own: string | null;
  setOwn: (own: string | null) => void;
};

/** The total that the owner typed instead of what is chosen. */
export function useOwnTotal(answer: OrderAnswer | undefined): OwnTotal {
  const values = answer?.values;
  const [own, setOwn] = useState<string | null>(
    values?.[TYPED_FIELD] === "no" ? null : values?.amount || null,
  );
  return { own, setOwn };
}

type TotalProps = { label: string; total: OwnTotal; sum: Cents; error: string | undefined; hint: string };

/** Follows what is chosen until the owner types another one; its form says which it is. */
export function TotalField({ label, total: { own, setOwn }, sum, error, hint }: TotalProps) {
  const isHydrated = useHydrated();
  return (
    <>
      {isHydrated && <input type="hidden" name={TYPED_FIELD} value={own === null ? "no" : "yes"} />}
      <Field
        name="amount"
        label={label}
        inputMode="decimal"
        autoComplete="off"
        value={own ?? formatDollars(sum)}
        onChange={({ target }) => setOwn(target.value === "" ? null : target.value)}
        error={error}
        hint={hint}
      />
    </>
  );
}

export const NO_MONEY = "There is no amount to refund for these items.";

/** Units are chosen that come to nothing, and the owner has typed no other total. */
export function isWithoutMoney(parts: RefundParts | null, { own }: OwnTotal, sum: Cents): boolean {
  return parts !== null && parts.lines.length > 0 && sum === 0 && own === null;
}

type FieldsProps = { order: RefundableOrder; chosen: ChosenParts; answer: OrderAnswer | undefined };

/** How many units of each line, how many are restocked, and the shipping. */
export function RefundFields({ order, chosen, answer }: FieldsProps) {
  const rows = refundRows(order);
  const shippingLeft = order.shipping - order.shippingBack;
  const isHydrated = useHydrated();
  const takeAll = () => {
    chosen.setCounts(Object.fromEntries(rows.map(({ field, left }) => [field, left])));
    chosen.setShipping(formatDollars(wholeRefund(order).shipping));
  };
  return (
    <>
      {rows.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Items</legend>
          {rows.map((row) => (
            <Row key={row.field} row={row} chosen={chosen} answer={answer} />
          ))}
        </fieldset>
      )}
      {shippingLeft > 0 && (
        <Field
          name={SHIPPING_FIELD}
          label="Shipping ($)"
          inputMode="decimal"
          value={chosen.shipping}
          onChange={(event) => chosen.setShipping(event.target.value)}
          error={answer?.errors?.[SHIPPING_FIELD]}
          hint={`Up to ${formatMoney(shippingLeft)}.`}
        />
      )}
      {isHydrated && (rows.length > 0 || shippingLeft > 0) && (
        <Button look="secondary" size="small" className="min-h-11 justify-self-start" onClick={takeAll}>
          Choose everything
        </Button>
      )}
    </>
  );
}

type RowProps = { row: RefundRow; chosen: ChosenParts; answer: OrderAnswer | undefined };

/** Without scripts the count is a plain field. */
function Row({ row, chosen, answer }: RowProps) {
  const { line, kind, left, field, restockField } = row;
  const isHydrated = useHydrated();
  const name = itemName(line);
  const count = chosen.counts[field] ?? 0;
  const error = answer?.errors?.[field];
  const set = (value: number) => chosen.setCounts((counts) => ({ ...counts, [field]: value }));
  const isBack = answer?.values ? answer.values[restockField] === "on" : isRestockedByDefault(row);
  const state = `${formatMoney(line.price)} each, ${left} ${kind === "sent" ? "sent" : "not sent"}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line pt-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">{state}</p>
      </div>
      {isHydrated ? (
        <CountField
          name={field}
          label={`Quantity of ${name}, ${state}`}
          value={count}
          min={0}
          max={left}
          onChange={set}
        />
      ) : (
        <Field
          {...typed(answer, field, "0")}
          label={<span className="sr-only">Quantity of {name}</span>}
          inputMode="numeric"
        />
      )}
      {line.hasShelf && (
        <label className="check-line basis-full">
          <input type="checkbox" name={restockField} defaultChecked={isBack} />
          {kind === "sent" ? "Came back: put in stock again" : "Put back in stock"}
        </label>
      )}
      {error && isHydrated && <p className="basis-full text-sm font-medium text-err">{error}</p>}
    </div>
  );
}

const signed = (cents: number) => (cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents));

/** What a refund consists of. `adjustment`: what the owner's total is more or less. */
export function PartsSummary({ parts, adjustment }: { parts: RefundParts; adjustment: number }) {
  const sums = [
    { label: "Goods", cents: parts.goods },
    { label: "Tax", cents: parts.tax },
    { label: "Shipping", cents: parts.shipping },
    ...(adjustment === 0 ? [] : [{ label: "Adjustment", cents: adjustment }]),
  ];
  return (
    <dl className="numerals grid gap-1 text-sm sm:w-72">
      {sums.map(({ label, cents }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-2">{label}</dt>
          <dd>{signed(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
