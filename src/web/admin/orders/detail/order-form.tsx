import { type ReactNode, useEffect, useRef } from "react";
import { href, useFetcher, useSearchParams } from "react-router";
import { orderStamp } from "#domain/order/fulfillment.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { useHeld } from "../../forms/use-held.ts";
import { isPasswordAsked, otherThanAsked, type PasswordAsked } from "../../password/password-asked.ts";
import { PasswordQuestion } from "../../password/password-question.tsx";
import type { OrderAnswer, OrderIntent } from "./order-answer.ts";

export type KnownOrder = {
  order: OrderDetail;
  /** The answer of the page's own action, in a browser without scripts. */
  answered: OrderAnswer | undefined;
};

type OrderFormProps = KnownOrder & {
  intent: OrderIntent;
  /** Which one it is, of several with its intent. */
  about?: string;
  /** The form resets when this changes, unless something is typed in it. */
  formKey?: string | number;
  children: (form: { answer: OrderAnswer | undefined; isPending: boolean }) => ReactNode;
};

/**
 * One form of the order's page. It sends its intent, and a stamp of the state of the order that its owner saw. After a redraw,
 * its answer, and with it what was typed, is found by its key.
 */
export function OrderForm({ order, intent, about = "", answered, formKey = "", children }: OrderFormProps) {
  const fetcher = useFetcher<OrderAnswer | PasswordAsked>({ key: `${intent} ${order.id} ${about}` });
  const answer = otherThanAsked(fetcher.data) ?? (answered?.intent === intent ? answered : undefined);
  const isPending = fetcher.state !== "idle";
  const { seen, round, listeners } = useHeld({
    ...{ seen: orderStamp(order), formKey, answer, isPending },
    ...{ isKept: answer?.values !== undefined, isOld: answer?.isOld === true },
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  const action = href("/admin/orders/:id", { id: order.id });
  return (
    <>
      <fetcher.Form
        key={round}
        ref={form}
        method="post"
        action={action}
        className="order-form"
        {...listeners}
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="stamp" value={seen} />
        {children({ answer, isPending })}
      </fetcher.Form>
      {isPasswordAsked(fetcher.data) && (
        <PasswordQuestion asked={fetcher.data} action={action} as={fetcher.Form} isPending={isPending} />
      )}
    </>
  );
}

type FoldedFormProps = OrderFormProps & {
  summary: string;
  className?: string;
  /** Where a link may lead: `?open=` with it opens the form. */
  id?: string;
};

/** A form that is opened on demand or by its address, and stays open; without scripts after an answer, too. */
export function FoldedForm({ summary, className = "", id, ...form }: FoldedFormProps) {
  const [parameters] = useSearchParams();
  const isLedTo = id !== undefined && parameters.get("open") === id;
  return (
    <details
      id={id}
      className={`disclosure ${className}`}
      open={isLedTo || form.answered?.intent === form.intent}
    >
      <summary>{summary}</summary>
      <OrderForm {...form} />
    </details>
  );
}

/** Name, value and error of a field: what was typed, or else the known value. */
export function typed(answer: OrderAnswer | undefined, name: string, known = "") {
  return { name, defaultValue: answer?.values?.[name] ?? known, error: answer?.errors?.[name] };
}
