import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderPage } from "#domain/order/order-page.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { ReturnOffer } from "#domain/returns/return-offer.ts";
import {
  FOR_REFUND,
  piecesField,
  type ReturnableLine,
  returnReasons,
  wantedField,
  wishesFor,
} from "#domain/returns/return-request.ts";
import { returnLines } from "#domain/settings/return-window.ts";
import { tellDay } from "#domain/text/dates.ts";
import type { WriteOutcome } from "#server/orders/links/write-about-order.ts";
import type { ReturnOutcome, TakeBackOutcome } from "#server/orders/returns/ask-for-return.ts";
import type { OrderReturns } from "#server/orders/returns/find-returns.ts";
import { useRootData } from "../../page/root-data.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Field, FieldFrame, TextAreaField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { AskedReturn } from "./asked-return.tsx";
import { useSaidErrors } from "./use-said-errors.ts";
import { Sent, WriteForm } from "./write-form.tsx";

const refusals = {
  not_found: "This link no longer opens an order.",
  not_returnable: "Nothing in this order can be returned right now. Please contact us.",
  too_late: "The return window for this order has closed. Please contact us.",
  too_many: "You've requested many returns for this order. Please contact us instead.",
  rate_limited: "You've sent several requests. Please wait an hour, or email us.",
  unavailable: "Your request couldn't be sent. It's still here, so please try again in a moment.",
} as const;

const reasons = [
  { value: "", label: "Choose a reason" },
  ...Object.entries(returnReasons).map(([value, label]) => ({ value, label })),
];

type Typed = { typed: Readonly<Record<string, string>> };

/** What the page answers to its forms; undefined: nothing was sent, or scripts have shown it already. */
export type ReturnAnswered =
  | (Typed &
      (
        | (ReturnOutcome & { about: "return" })
        | (WriteOutcome & { about: "write" })
        | (TakeBackOutcome & { about: "take-back" })
      ))
  | undefined;

type ReturnFormProps = {
  order: Pick<OrderPage, "requests">;
  returns: OrderReturns;
  /** A form that is sent twice is one request. */
  returnId: string;
  answered: ReturnAnswered;
};

/** The requests so far, and the form for a return or an exchange. */
export function ReturnForm({ order, returns, returnId, answered }: ReturnFormProps) {
  const { offer, requests } = returns;
  const hasAsked = order.requests.length + requests.length > 0;
  if (!offer && !hasAsked) return null;
  return (
    <details
      className="fold border-y border-line print:hidden"
      open={hasAsked || answered !== undefined || undefined}
    >
      <summary>{`Something wrong? ${offer?.kind === "never" ? "Contact us" : "Return or exchange"}`}</summary>
      <div className="grid gap-5 pb-6">
        {order.requests.map(({ subject, at }) => (
          <p key={at}>
            You wrote to us: {subject}, <ShopTime at={at} style="date and time" />
          </p>
        ))}
        {requests.map((request) => (
          <AskedReturn key={request.id} request={request} />
        ))}
        {answered?.about === "take-back" && !answered.ok && (
          <p role="alert" className="text-sm font-medium text-err">
            This return has changed. Review it and try again.
          </p>
        )}
        {offer && <Offer offer={offer} returnId={returnId} answered={answered} />}
      </div>
    </details>
  );
}

/** The form, or why there is none, with a message instead. */
function Offer({
  offer,
  returnId,
  answered,
}: Pick<ReturnFormProps, "returnId" | "answered"> & { offer: ReturnOffer }) {
  if (offer.kind === "open") {
    const answer = answered?.about === "return" ? answered : undefined;
    return <Fields offer={offer} returnId={returnId} answered={answer} />;
  }
  const written = answered?.about === "write" ? answered : undefined;
  return (
    <>
      <p className="max-w-[58ch]">{whyNot(offer)}</p>
      <WriteForm answered={written} typed={written?.typed.message} />
    </>
  );
}

function whyNot(offer: Exclude<ReturnOffer, { kind: "open" }>): string {
  if (offer.kind === "early")
    return "You can request a return or exchange here once your order ships. Something wrong before that? Contact us.";
  if (offer.kind === "never")
    return "All sales are final. Did something arrive damaged, or isn't what you ordered? Contact us.";
  return `Returns for this order closed on ${tellDay(offer.until)}. Something still wrong? Contact us.`;
}

type FieldsProps = {
  offer: Extract<ReturnOffer, { kind: "open" }>;
  returnId: string;
  answered: (ReturnOutcome & Typed) | undefined;
};

function Fields({ offer, returnId, answered }: FieldsProps) {
  const fetcher = useFetcher<ReturnOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const outcome = fetcher.data ?? answered;
  const typed = answered?.typed ?? {};
  const isInvalid = outcome?.ok === false && outcome.reason === "invalid";
  const [errors, change] = useSaidErrors(isInvalid ? outcome.errors : undefined);
  const refusal = outcome?.ok === false && outcome.reason !== "invalid" ? refusals[outcome.reason] : null;

  useEffect(() => {
    if (outcome?.ok === false)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input, [data-invalid] button')
        ?.focus();
  }, [outcome]);

  if (outcome?.ok) {
    const title = outcome.isNew ? "We received your request" : "We already have this request";
    return (
      <Sent title={title}>
        We'll reply to {outcome.email}. Please wait for our reply before you send anything back: it explains
        where to send it and what happens next.
      </Sent>
    );
  }
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      onInput={({ target }) => {
        const { name } = target as HTMLInputElement;
        // Some reasons need a note.
        if (name === "reason") change(name, "note");
        else change(name);
      }}
      className="grid max-w-[34rem] gap-5"
    >
      <input type="hidden" name="intent" value="return" />
      <input type="hidden" name="returnId" value={returnId} />
      <Refusal>{refusal}</Refusal>
      <ReturnTerms until={offer.until} />
      <Group legend="Which items?" error={errors.lines}>
        <div className="grid gap-4">
          {offer.lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              typed={typed}
              error={errors[wantedField(line.id)]}
              onPieces={() => change("lines", wantedField(line.id))}
            />
          ))}
        </div>
      </Group>
      <SelectField
        id="reason"
        name="reason"
        label="Why?"
        defaultValue={typed.reason ?? ""}
        choices={reasons}
        error={errors.reason}
      />
      <TextAreaField
        id="note"
        name="note"
        label="Anything we should know?"
        optional
        rows={3}
        defaultValue={typed.note ?? ""}
        error={errors.note}
      />
      <Button type="submit" size="large" pending={fetcher.state !== "idle"} className="justify-self-start">
        {fetcher.state === "idle" ? "Send request" : "Sending..."}
      </Button>
    </fetcher.Form>
  );
}

type LineProps = Typed & { line: ReturnableLine; error: string | undefined; onPieces: () => void };

/** The quantity of a line, and what to return it for. Without scripts the quantity is a plain field. */
function Line({ line, typed, error, onPieces }: LineProps) {
  const { id, left } = line;
  const [pieces, setPieces] = useState(() => Math.min(left, Number(typed[piecesField(id)]) || 0));
  const isHydrated = useHydrated();
  const name = itemName(line);
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <span className="min-w-0 wrap-anywhere">
          {name}
          <span className="block text-sm text-ink-2">
            {left} {left === 1 ? "piece" : "pieces"}
          </span>
        </span>
        {isHydrated ? (
          <>
            <input type="hidden" name={piecesField(id)} value={pieces} />
            <Stepper
              label={`Quantity of ${name}`}
              value={pieces}
              min={0}
              max={left}
              onChange={(count) => {
                setPieces(count);
                onPieces();
              }}
            />
          </>
        ) : (
          <Field
            id={piecesField(id)}
            name={piecesField(id)}
            label={<span className="sr-only">Quantity of {name}</span>}
            inputMode="numeric"
            defaultValue={pieces}
            className="w-20 flex-none"
          />
        )}
      </div>
      {(pieces > 0 || !isHydrated) && (
        <FieldFrame
          id={wantedField(id)}
          error={error}
          label={
            <span>
              Return for<span className="sr-only">, {name}</span>
            </span>
          }
        >
          {(binding) => (
            <select
              {...binding}
              name={wantedField(id)}
              defaultValue={typed[wantedField(id)] ?? FOR_REFUND}
              className="input"
            >
              {wishesFor(line).map(({ value, label, isSoldOut }) => (
                <option key={value} value={value} disabled={isSoldOut}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      )}
    </div>
  );
}

/** What may be sent back, in what state, who pays, and when the refund comes. */
function ReturnTerms({ until }: { until: string | null }) {
  const { shipping } = useRootData().settings;
  const [window = "", ...rest] = returnLines(shipping);
  const lines = [
    until === null ? window : `You can request a return until ${tellDay(until)}.`,
    ...rest,
  ].filter(Boolean);
  return (
    <ul className="grid gap-0.5 text-ink-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

type GroupProps = { legend: string; error: string | undefined; children: React.ReactNode };

function Group({ legend, error, children }: GroupProps) {
  return (
    <fieldset data-invalid={error ? "" : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="contents">{children}</div>
      {error && (
        <p role="alert" className="mt-2 text-sm font-medium text-err">
          {error}
        </p>
      )}
    </fieldset>
  );
}
