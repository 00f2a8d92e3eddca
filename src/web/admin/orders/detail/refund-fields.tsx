import { useEffect, useRef } from "react";
import { type Cents, formatDollars, formatMoney } from "#domain/money/money.ts";
import { parseDollars } from "#domain/money/money-input.ts";
import { type RefundRow, refundRows, shippingLeft } from "#domain/order/forms/refund-form.ts";
import { type RefundableOrder, type RefundParts, sumOfParts } from "#domain/order/refund-parts.ts";
import { itemName } from "#domain/product/item-name.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { CountField } from "../../forms/count-field.tsx";
import { typeIn } from "../../forms/form-values.ts";
import type { FormState } from "../../forms/use-owner-form.ts";

type TotalProps = {
  form: FormState<"amount">;
  sum: Cents;
  parts: RefundParts | null;
  /** Where the units cost something. */
  hint: string;
};

/** The total, and what it consists of. It follows what is chosen until the owner types another one. */
export function RefundTotal({ form, sum, parts, hint }: TotalProps) {
  const followed = useRef(sum);
  useEffect(() => {
    const field = form.element.current?.elements.namedItem("amount");
    // What the items came to before is not another total.
    const isFollowing = field instanceof HTMLInputElement && parseDollars(field.value) === followed.current;
    if (isFollowing) typeIn(field, formatDollars(sum));
    followed.current = sum;
  }, [sum, form.element]);
  const total = totalIn(form);
  const isFree = parts !== null && parts.lines.length > 0 && sum === 0 && total === 0;
  return (
    <>
      <Field
        {...form.field("amount")}
        inputMode="decimal"
        autoComplete="off"
        onBlur={({ target }) => target.value === "" && typeIn(target, formatDollars(sum))}
        hint={isFree ? "There is no amount to refund for these items." : hint}
      />
      {parts && <PartsSummary parts={parts} adjustment={total - sumOfParts(parts)} />}
    </>
  );
}

/** What the owner would refund. */
export function totalIn({ typed }: Pick<FormState<"amount">, "typed">): Cents {
  return parseDollars(String(typed.amount ?? "")) ?? 0;
}

type FieldsProps = { form: FormState<"units" | "shipping">; order: RefundableOrder };

/** How many units of each line, how many are restocked, and the shipping. */
export function RefundFields({ form, order }: FieldsProps) {
  const rows = refundRows(order);
  const left = shippingLeft(order);
  const takeAll = () => {
    const whole = rows.map((row) => [row.count, String(row.left)] as const);
    for (const [name, value] of [...whole, ["shipping", formatDollars(left)] as const])
      form.form.update({ name, value, validated: false });
  };
  return (
    <>
      {rows.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Items</legend>
          {rows.map((row) => (
            <Row key={row.count} row={row} form={form} />
          ))}
        </fieldset>
      )}
      {left > 0 && (
        <Field {...form.field("shipping")} inputMode="decimal" hint={`Up to ${formatMoney(left)}.`} />
      )}
      {(rows.length > 0 || left > 0) && (
        <Button look="secondary" size="small" className="min-h-11 justify-self-start" onClick={takeAll}>
          Choose everything
        </Button>
      )}
    </>
  );
}

function Row({
  row: { line, kind, left, count, restock },
  form,
}: {
  row: RefundRow;
  form: FormState<never>;
}) {
  const name = itemName(line);
  const state = `${formatMoney(line.price)} each, ${left} ${kind === "sent" ? "sent" : "not sent"}`;
  const { name: restockName, defaultValue } = form.at(restock);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line pt-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">{state}</p>
      </div>
      <CountField form={form} path={count} label={`Quantity of ${name}, ${state}`} min={0} max={left} />
      {line.hasShelf && (
        <label className="check-line basis-full">
          <input type="checkbox" name={restockName} defaultChecked={defaultValue === "on"} />
          {kind === "sent" ? "Returned, and put back in stock" : "Put back in stock"}
        </label>
      )}
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
