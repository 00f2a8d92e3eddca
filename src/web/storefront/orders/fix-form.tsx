import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { type FetcherWithComponents, useFetcher, useNavigate } from "react-router";
import type { OrderFix } from "#domain/order/corrections.ts";
import type { OrderPage } from "#domain/order/order-page.ts";
import { offersFor, swappableLines } from "#domain/order/swap.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { AddressFields, SizeFields } from "./fix-fields.tsx";
import type { FixAnswer, FixWhat } from "./fix-outcome.ts";
import { Sent } from "./write-form.tsx";

type FixProps = { order: Pick<OrderPage, "items" | "address">; fix: OrderFix | null };

/**
 * Sets an order right until it is packed: a size, the address, the email. As with returns, a plain form would be refused, so
 * without scripts nothing is offered. The last answer stays after the time is over: it says why the form is gone.
 */
export function FixForm({ order, fix }: FixProps) {
  const fetcher = useFetcher<FixAnswer>();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const summary = useRef<HTMLElement>(null);
  const answer = fetcher.data;
  useEffect(() => {
    // The form that had the focus has been reset.
    if (answer?.ok) summary.current?.focus({ preventScroll: true });
  }, [answer]);
  useEffect(() => {
    if (answer?.page) void navigate(answer.page, { replace: true, preventScrollReset: true });
  }, [answer, navigate]);
  const timeLeft = useTimeLeft(fix?.until);
  if (!isHydrated) return null;
  if (!fix) {
    return answer === undefined ? null : (
      <div className="max-w-[34rem] border-t border-line py-6 print:hidden">
        <Said answer={answer} />
      </div>
    );
  }
  const lines = swappableLines(order.items).filter((line) => offersFor(fix.shelves, line).length > 0);
  return (
    <details className="fold border-t border-line print:hidden" open={answer !== undefined || undefined}>
      <summary ref={summary}>
        {`Change ${lines.length > 0 ? "size, address, or email" : "address or email"}: ${timeLeft}`}
      </summary>
      {answer?.ok && (
        <div className="mb-4 max-w-[34rem]">
          <Said answer={answer} />
        </div>
      )}
      <Folds {...{ order, fix, lines, fetcher }} />
    </details>
  );
}

type FoldsProps = Pick<FixProps, "order"> & {
  fix: OrderFix;
  lines: OrderPage["items"];
  fetcher: FetcherWithComponents<FixAnswer>;
};

/** A fold for each thing that can be changed. */
function Folds({ order, fix, lines, fetcher }: FoldsProps) {
  const errors = fetcher.data?.errors ?? {};
  const fold = (what: FixWhat, summary: string, children: ReactNode) => (
    <Fold {...{ what, summary, fetcher }} seen={fix.seen}>
      {children}
    </Fold>
  );
  return (
    <div className="mb-6 grid gap-2 border-l-2 border-line pl-5">
      {lines.length > 0 &&
        fold("size", "Another size", <SizeFields lines={lines} shelves={fix.shelves} errors={errors} />)}
      {fix.addressFrom === null ? (
        fold("address", "Another address", <AddressFields order={order} errors={errors} />)
      ) : (
        <AddressRests from={fix.addressFrom} />
      )}
      {fold(
        "email",
        "Another email",
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={order.address.customer_email}
          hint="We send the confirmation there, and a note to your old email."
          error={errors.email}
        />,
      )}
    </div>
  );
}

/** The email was changed by the link a moment ago: perhaps not by whom the goods are for. */
function AddressRests({ from }: { from: string }) {
  return (
    <details className="fold">
      <summary>Another address</summary>
      <p className="max-w-[34rem] pt-2 pb-6">
        Your email was just changed. For your security, the address can be changed again from{" "}
        <ShopTime at={from} style="time" />. Need it sooner? Contact us.
      </p>
    </details>
  );
}

const MINUTE_MS = 60_000;

/** "56 minutes left". */
function useTimeLeft(until = ""): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / MINUTE_MS));
  if (minutes > 90) return `${Math.floor(minutes / 60)} hours left`;
  return minutes === 1 ? "1 minute left" : `${minutes} minutes left`;
}

/** The outcome of the last change. */
function Said({ answer }: { answer: FixAnswer }) {
  return answer.ok ? (
    <Sent title="Your order has been changed">{answer.text}</Sent>
  ) : (
    <Refusal>{answer.text}</Refusal>
  );
}

const verbs: Record<FixWhat, string> = {
  size: "Change size",
  address: "Change address",
  email: "Change email",
};

type FoldProps = {
  what: FixWhat;
  summary: string;
  seen: number;
  fetcher: FetcherWithComponents<FixAnswer>;
  children: ReactNode;
};

/**
 * One thing that can be changed, with its own form. A refusal stands in the form that it is about. What was typed stays until
 * it is done, whatever happens to the other forms in the meantime; where nothing was typed, the fields are those of the newest order.
 */
function Fold({ what, summary, seen, fetcher, children }: FoldProps) {
  const form = useRef<HTMLFormElement>(null);
  const intent = `fix-${what}`;
  const own = fetcher.data?.what === what ? fetcher.data : null;
  const answer = own?.ok ? null : own;
  /** The order with which this form has begun. */
  const [begun, setBegun] = useState(seen);
  /** The order to which the first thing was typed. */
  const [typedTo, setTypedTo] = useState<number | null>(null);
  if (own?.ok && begun !== seen) {
    setBegun(seen);
    setTypedTo(null);
  }
  const isBusy = fetcher.state !== "idle";
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  return (
    <details key={begun} className="fold" open={answer !== null || undefined}>
      <summary>{summary}</summary>
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        onInput={() => setTypedTo(typedTo ?? seen)}
        className="grid max-w-[34rem] gap-5 pt-2 pb-6"
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="seen" value={seen} />
        <Refusal>{answer && !answer.errors ? answer.text : null}</Refusal>
        {/* Sizes follow the order, and a stepper types nothing. */}
        <Fragment key={what === "size" ? what : (typedTo ?? seen)}>{children}</Fragment>
        <Button
          type="submit"
          size="large"
          disabled={isBusy}
          pending={isBusy && fetcher.formData?.get("intent") === intent}
          className="justify-self-start"
        >
          {verbs[what]}
        </Button>
      </fetcher.Form>
    </details>
  );
}
