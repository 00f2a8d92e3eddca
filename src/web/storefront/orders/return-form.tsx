import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderPage } from "#domain/order/order-page.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { ReturnOffer } from "#domain/returns/return-offer.ts";
import { piecesField, type ReturnableLine, returnReasons } from "#domain/returns/return-request.ts";
import { tellDay } from "#domain/text/dates.ts";
import type { ReturnOutcome } from "#server/returns/ask-for-return.ts";
import type { OrderReturns } from "#server/returns/find-returns.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { AskedReturn } from "./asked-return.tsx";
import { Sent, WriteForm } from "./write-form.tsx";

const refusals = {
  not_found: "This link opens no order any more.",
  not_returnable: "Nothing of this order can be returned as it stands. Please write to us.",
  too_late: "The time for returns is over. Please write to us.",
  too_many: "You have asked for many returns of this order. Please write to us instead.",
  rate_limited: "You have sent several requests already. Please wait an hour, or write to us by e-mail.",
  unavailable: "Your request could not be sent. It is still here: please try again in a moment.",
} as const;

const reasons = [
  { value: "", label: "Choose a reason" },
  ...Object.entries(returnReasons).map(([value, label]) => ({ value, label })),
];

type ReturnFormProps = {
  order: Pick<OrderPage, "requests">;
  returns: OrderReturns;
  /** A form that is sent twice is one request. */
  returnId: string;
  contact: string;
};

/**
 * What was asked for, and the form for a return or an exchange. The page keeps its URL from everybody, also from the shop's
 * own guard against forged forms, so a plain form would be refused: without scripts it says where to write.
 */
export function ReturnForm({ order, returns, returnId, contact }: ReturnFormProps) {
  const isHydrated = useHydrated();
  const { offer, requests } = returns;
  const hasAsked = order.requests.length + requests.length > 0;
  if (!offer && !hasAsked) return null;
  return (
    <details className="border-y border-line print:hidden" open={hasAsked || undefined}>
      <summary className="min-h-11 py-3 font-semibold">Something wrong? Return or exchange</summary>
      <div className="grid gap-5 pb-6">
        {order.requests.map(({ subject, at }) => (
          <p key={at}>
            You wrote to us: {subject}, <ShopTime at={at} style="date and time" />
          </p>
        ))}
        {requests.map((request) => (
          <AskedReturn key={request.id} request={request} />
        ))}
        {!isHydrated && offer && <p>Write to us with your order number{contact}.</p>}
        {isHydrated && offer && <Offer offer={offer} returnId={returnId} />}
      </div>
    </details>
  );
}

/** The form, or why there is none, with a message instead. */
function Offer({ offer, returnId }: { offer: ReturnOffer; returnId: string }) {
  if (offer.kind === "open") return <Fields offer={offer} returnId={returnId} />;
  return (
    <>
      <p className="max-w-[58ch]">{whyNot(offer)}</p>
      <WriteForm />
    </>
  );
}

function whyNot(offer: Exclude<ReturnOffer, { kind: "open" }>): string {
  if (offer.kind === "early")
    return "You can ask for a return or an exchange here as soon as your order is on its way. Is something wrong before that? Write to us.";
  if (offer.kind === "never")
    return "All sales are final. Did something arrive damaged, or is it not what you ordered? Write to us.";
  return `This order could be returned until ${tellDay(offer.until)}. Is something wrong with it all the same? Write to us.`;
}

type FieldsProps = { offer: Extract<ReturnOffer, { kind: "open" }>; returnId: string };

function Fields({ offer, returnId }: FieldsProps) {
  const fetcher = useFetcher<ReturnOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const outcome = fetcher.data;
  const errors = outcome?.ok === false && outcome.reason === "invalid" ? outcome.errors : {};
  const refusal = outcome?.ok === false && outcome.reason !== "invalid" ? refusals[outcome.reason] : null;

  useEffect(() => {
    if (outcome?.ok === false)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input, [data-invalid] button')
        ?.focus();
  }, [outcome]);

  if (outcome?.ok) {
    const title = outcome.isNew ? "Your request is with us" : "You have asked for this already";
    return (
      <Sent title={title}>
        We answer to {outcome.email}. Please wait for our answer before you send anything back: it says where
        to and what happens next.
      </Sent>
    );
  }
  return (
    <fetcher.Form ref={form} method="post" noValidate className="grid max-w-[34rem] gap-5">
      <input type="hidden" name="intent" value="return" />
      <input type="hidden" name="wish" value="return" />
      <input type="hidden" name="returnId" value={returnId} />
      <Refusal>{refusal}</Refusal>
      {offer.until && <p className="text-ink-2">You can ask until {tellDay(offer.until)}.</p>}
      <Group legend="Which items?" error={errors.lines}>
        <div className="grid gap-4">
          {offer.lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </div>
      </Group>
      <SelectField
        id="reason"
        name="reason"
        label="Why?"
        defaultValue=""
        choices={reasons}
        error={errors.reason}
      />
      <TextAreaField
        id="note"
        name="note"
        label="Anything we should know?"
        optional
        rows={3}
        hint="Would you like another size instead? Say which one."
        error={errors.note}
      />
      <Button type="submit" size="large" pending={fetcher.state !== "idle"} className="justify-self-start">
        {fetcher.state === "idle" ? "Send request" : "Sending..."}
      </Button>
    </fetcher.Form>
  );
}

/** How many pieces of a line. */
function Line({ line }: { line: ReturnableLine }) {
  const [pieces, setPieces] = useState(0);
  const { id, left } = line;
  const name = itemName(line);
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">
        {name}
        <span className="block text-sm text-ink-2">
          {left} {left === 1 ? "piece" : "pieces"}
        </span>
      </span>
      <input type="hidden" name={piecesField(id)} value={pieces} />
      <Stepper label={`Pieces of ${name}`} value={pieces} min={0} max={left} onChange={setPieces} />
    </div>
  );
}

type GroupProps = { legend: string; error: string | undefined; children: React.ReactNode };

function Group({ legend, error, children }: GroupProps) {
  return (
    <fieldset data-invalid={error ? "" : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {children}
      {error && (
        <p role="alert" className="mt-2 text-sm font-medium text-err">
          {error}
        </p>
      )}
    </fieldset>
  );
}
