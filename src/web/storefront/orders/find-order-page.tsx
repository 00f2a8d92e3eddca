import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import type { OrderLookup, OrderLookupOutcome } from "#domain/order/links/order-lookup.ts";
import { Button } from "../../ui/form/button.tsx";
import { EmailField, Field } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { CircleCheck } from "../../ui/icons.tsx";
import type { SentForm } from "../sent-form.ts";

const refusals = {
  rate_limited: "You've requested this several times. Please wait an hour, or contact us.",
  unavailable: "Something went wrong. Please try again in a moment.",
} as const;

type FindOrderPageProps = {
  answer: SentForm<OrderLookupOutcome, OrderLookup> | undefined;
  isSending: boolean;
};

/** /orders emails the link to an order again. The answer never says whether that order exists. */
export function FindOrderPage({ answer, isSending }: FindOrderPageProps) {
  const outcome = answer?.outcome;
  return (
    <div className="wrap min-h-[70dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">Find your order</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-ink-2">
        Enter your order number and the email you used at checkout. We'll send you a link to your order, with
        its items, shipping address, and status.
      </p>
      <div role="status" className="empty:hidden">
        {outcome?.ok && (
          <p className="mt-8 flex max-w-[34rem] gap-3 rounded-field bg-ok-tint p-4">
            <CircleCheck className="mt-0.5 size-5 flex-none text-ok" />
            <span>
              <span className="block font-semibold">Check your email</span>
              If the order number and email match, the link to your order is on its way. Nothing after a few
              minutes? Check your spam folder, or check both for typos.
            </span>
          </p>
        )}
      </div>
      <LookupForm answer={answer} isSending={isSending} />
      <p className="mt-8 text-ink-2">
        Don't have your order number?{" "}
        <Link to={href("/contact")} className="text-link">
          Contact us
        </Link>
        .
      </p>
    </div>
  );
}

function LookupForm({ answer, isSending }: FindOrderPageProps) {
  const form = useRef<HTMLFormElement>(null);
  const outcome = answer?.outcome;
  const errors = outcome?.ok === false && outcome.reason === "invalid" ? outcome.errors : {};
  const refusal = outcome?.ok === false && outcome.reason !== "invalid" ? refusals[outcome.reason] : null;

  useEffect(() => {
    if (answer && !answer.outcome.ok)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);

  return (
    <Form
      ref={form}
      method="post"
      action={href("/orders")}
      noValidate
      preventScrollReset
      className="mt-8 grid max-w-[34rem] gap-5"
    >
      <Refusal>{refusal}</Refusal>
      <Field
        id="number"
        name="number"
        label="Order number"
        hint="It's in your confirmation email, for example ORD-001."
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={answer?.values.number}
        error={errors.number}
      />
      <EmailField id="email" name="email" required defaultValue={answer?.values.email} error={errors.email} />
      <Button type="submit" size="large" pending={isSending} className="justify-self-start">
        {isSending ? "Sending..." : "Send me the link"}
      </Button>
    </Form>
  );
}
