import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import type { WriteOutcome } from "#server/orders/links/write-about-order.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { CircleCheck } from "../../ui/icons.tsx";

const refusals = {
  not_found: "This link no longer opens an order.",
  rate_limited: "You've sent several messages. Please wait an hour, or email us.",
  unavailable: "Your message couldn't be sent. It's still here, so please try again in a moment.",
} as const;

/** A message about the order, where a return can't be requested. `answered`: the page's own answer. */
export function WriteForm({ answered, typed = "" }: { answered?: WriteOutcome | undefined; typed?: string }) {
  const fetcher = useFetcher<WriteOutcome>();
  const outcome = fetcher.data ?? answered;
  if (outcome?.ok) {
    const title = outcome.isNew ? "We received your message" : "We already have this message";
    return <Sent title={title}>We'll reply to {outcome.email}.</Sent>;
  }
  const isInvalid = outcome?.reason === "invalid";
  return (
    <fetcher.Form method="post" noValidate className="grid max-w-[34rem] gap-5">
      <input type="hidden" name="intent" value="write" />
      <Refusal>{outcome && !isInvalid ? refusals[outcome.reason] : null}</Refusal>
      <TextAreaField
        id="message"
        name="message"
        label="Your message"
        rows={3}
        defaultValue={typed}
        error={isInvalid ? outcome.errors.message : undefined}
      />
      <Button type="submit" size="large" pending={fetcher.state !== "idle"} className="justify-self-start">
        {fetcher.state === "idle" ? "Send message" : "Sending..."}
      </Button>
    </fetcher.Form>
  );
}

/** A confirmation, and the next step. */
export function Sent({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p role="status" className="flex max-w-[34rem] gap-3 rounded-field bg-ok-tint p-4">
      <CircleCheck className="mt-0.5 size-5 flex-none text-ok" />
      <span>
        <span className="block font-semibold">{title}</span>
        {children}
      </span>
    </p>
  );
}
