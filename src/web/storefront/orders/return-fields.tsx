import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { itemName } from "#domain/product/item-name.ts";
import type { ReturnOffer } from "#domain/returns/return-offer.ts";
import { type ReturnableLine, returnReasons, wantedField } from "#domain/returns/return-request.ts";
import { returnLines } from "#domain/settings/return-window.ts";
import { formatDay } from "#domain/text/dates.ts";
import type { ReturnOutcome } from "#server/orders/returns/ask-for-return.ts";
import { useRootData } from "../../page/root-data.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { LineUnits, LineWish, useLineChoices } from "./return-lines.tsx";
import { useSaidErrors } from "./use-said-errors.ts";
import { Sent } from "./write-form.tsx";

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

export type Typed = { typed: Readonly<Record<string, string>> };

type FieldsProps = {
  offer: Extract<ReturnOffer, { kind: "open" }>;
  /** A form that is sent twice is one request. */
  returnId: string;
  answered: (ReturnOutcome & Typed) | undefined;
};

/** Which items, why, and for each of them a refund or an exchange. */
export function ReturnFields({ offer, returnId, answered }: FieldsProps) {
  const fetcher = useFetcher<ReturnOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const outcome = fetcher.data ?? answered;
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
        We'll answer at {outcome.email}. Please wait for our answer before you send anything back: it says
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
      <Questions lines={offer.lines} typed={answered?.typed ?? {}} errors={errors} onChange={change} />
      <Button type="submit" size="large" pending={fetcher.state !== "idle"} className="justify-self-start">
        {fetcher.state === "idle" ? "Send request" : "Sending..."}
      </Button>
    </fetcher.Form>
  );
}

type QuestionsProps = Typed & {
  lines: ReturnableLine[];
  errors: Readonly<Record<string, string>>;
  onChange: (...fields: string[]) => void;
};

function Questions({ lines, typed, errors, onChange }: QuestionsProps) {
  const choices = useLineChoices(lines, typed);
  const [reason, setReason] = useState(typed.reason ?? "");
  return (
    <>
      <Group legend="Which items?" error={errors.lines}>
        <div className="grid gap-4">
          {lines.map((line) => (
            <LineUnits
              key={line.id}
              line={line}
              isOnly={lines.length === 1}
              units={choices.units(line)}
              onUnits={(units) => {
                choices.set(line, { units });
                onChange("lines", wantedField(line.id));
              }}
            />
          ))}
        </div>
      </Group>
      <SelectField
        id="reason"
        name="reason"
        label="Why?"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        choices={reasons}
        error={errors.reason}
      />
      {choices.asked.map((line) => (
        <LineWish
          key={line.id}
          line={line}
          about={lines.length === 1 ? null : itemName(line)}
          reason={reason}
          choice={choices.of(line)}
          error={errors[wantedField(line.id)]}
          onChoose={(choice) => {
            choices.set(line, choice);
            onChange(wantedField(line.id));
          }}
        />
      ))}
      <TextAreaField
        id="note"
        name="note"
        label="Anything we should know?"
        optional
        rows={3}
        defaultValue={typed.note ?? ""}
        error={errors.note}
      />
    </>
  );
}

/** What may be sent back, in what state, who pays, and when the refund comes. */
function ReturnTerms({ until }: { until: string | null }) {
  const { shipping } = useRootData().settings;
  const [window = "", ...rest] = returnLines(shipping);
  const lines = [until === null ? window : `You can ask until ${formatDay(until)}.`, ...rest].filter(Boolean);
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
