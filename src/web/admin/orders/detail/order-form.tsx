import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { href, useFetcher, useSearchParams } from "react-router";
import { blankForm, type FormSchema } from "#domain/form/form-fields.ts";
import type { FormValues } from "#domain/form/form-saved.ts";
import type { Cents } from "#domain/money/money.ts";
import { orderStamp } from "#domain/order/fulfillment.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { ActionButton } from "../../../ui/form/action-button.tsx";
import { type FormAnswer, formAnswerIn } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { type FormState, useOwnerForm } from "../../forms/use-owner-form.ts";
import type { PasswordAsked } from "../../password/password-asked.ts";
import { PasswordQuestion } from "../../password/password-question.tsx";
import { type OrderFormField, type OrderFormKind, orderFormKinds } from "./order-form-kinds.ts";

/** `more`: what a swap costs more, and the customer can be asked for. */
export type OrderAnswer = FormAnswer & { more?: Cents };

export type KnownOrder = {
  order: OrderDetail;
  /** The answer of the page's own action, to a form that was sent before scripts arrived. */
  answered: OrderAnswer | undefined;
};

export type OrderFormProps<K extends OrderFormKind> = KnownOrder & {
  kind: K;
  /** The shipment, return, or refund that it is about. */
  aboutId?: string;
  /** What is in it when it is opened; left out: nothing. */
  stored?: FormValues;
  /** It was saved, the page shows the order as it is now, and nothing was typed since. */
  onDone?: () => void;
  children: (form: FormState<OrderFormField<K>>, answer: OrderAnswer | undefined) => ReactNode;
};

/** One form of the order's page. It sends its intent, what it is about, and the state of the order that its owner saw. */
export function OrderForm<K extends OrderFormKind>(props: OrderFormProps<K>) {
  const { order, answered, kind, aboutId = "", stored, onDone, children } = props;
  const schema: FormSchema = orderFormKinds[kind].schema;
  // After a redraw its answer is found by its key.
  const fetcher = useFetcher<OrderAnswer | PasswordAsked>({ key: `${kind} ${order.id} ${aboutId}` });
  const answer: OrderAnswer | undefined =
    formAnswerIn(fetcher.data) ?? (isAnswerTo(answered, kind, aboutId) ? answered : undefined);
  const form = useOwnerForm({
    ...{ schema, intent: kind, id: `${kind}-${aboutId}`, fetcher, answer },
    stored: { seen: orderStamp(order), ...blankForm(schema), ...stored },
  });
  const closedFor = useRef(answer);
  const isDone = answer !== undefined && !isRefused(answer) && fetcher.state === "idle" && !form.isDirty;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer.
  useEffect(() => {
    if (!isDone || closedFor.current === answer) return;
    closedFor.current = answer;
    onDone?.();
  }, [answer, isDone]);
  const action = href("/admin/orders/:id", { id: order.id });
  return (
    <>
      <OwnerForm form={form} action={action} className="order-form">
        <input type="hidden" name="aboutId" value={aboutId} />
        {children(form, answer)}
      </OwnerForm>
      <PasswordQuestion
        answer={fetcher.data}
        action={action}
        as={fetcher.Form}
        isPending={fetcher.state !== "idle"}
      />
    </>
  );
}

function isAnswerTo(answer: OrderAnswer | undefined, kind: OrderFormKind, aboutId = ""): boolean {
  return answer?.intent === kind && (answer.result.initialValue?.aboutId ?? "") === aboutId;
}

const isRefused = (answer: OrderAnswer | undefined) => answer?.notice.tone === "error";

type FoldedFormProps<K extends OrderFormKind> = OrderFormProps<K> & {
  summary: string;
  className?: string;
  /** Where a link may lead: `?open=` with it opens the form. */
  id?: string;
};

/** A form that is opened on demand or by its address, and closes once it is saved. */
export function FoldedForm<K extends OrderFormKind>(props: FoldedFormProps<K>) {
  const { summary, className = "", id, answered, kind, aboutId } = props;
  const [parameters] = useSearchParams();
  const isLedTo = id !== undefined && parameters.get("open") === id;
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={details}
      id={id}
      className={`disclosure ${className}`}
      open={isLedTo || (isRefused(answered) && isAnswerTo(answered, kind, aboutId))}
    >
      <summary>{summary}</summary>
      <OrderForm {...props} onDone={close} />
    </details>
  );
}

type OrderButtonProps = Omit<ComponentProps<typeof ActionButton>, "action" | "fields" | "children"> & {
  order: Pick<OrderDetail, "id">;
  intent: string;
  aboutId?: string;
  label: string;
};

/** A step that needs no fields. */
export function OrderButton({ order, intent, aboutId = "", label, ...button }: OrderButtonProps) {
  return (
    <ActionButton
      look="secondary"
      {...button}
      action={href("/admin/orders/:id", { id: order.id })}
      fields={{ intent, aboutId }}
    >
      {label}
    </ActionButton>
  );
}
