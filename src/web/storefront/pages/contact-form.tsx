import { useEffect, useRef, useState } from "react";
import { Form, href } from "react-router";
import {
  type ContactErrors,
  type ContactMessage,
  emptyContactMessage,
} from "#domain/messages/contact-message.ts";
import { Button } from "../../ui/form/button.tsx";
import { EmailField, Field, TextAreaField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { CircleCheck } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast/toast.ts";
import type { SentMessage } from "./contact-page.tsx";

export const HONEYPOT_FIELD = "website";

const SENT = "Message sent successfully";
const SENT_MORE = "We'll get back to you as soon as possible.";

const refusals = {
  rate_limited: "You've sent several messages. Please wait an hour, or email us.",
  unavailable: "Your message couldn't be sent. It's still here, so please try again in a moment.",
} as const;

/** A real form: it works without JavaScript too. The text stays until the message is sent. */
export function ContactForm({ answer, isSending }: { answer: SentMessage | undefined; isSending: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const outcome = answer?.outcome;
  const [sent, setSent] = useState<string | null>(null);
  const values = outcome?.ok === false ? (answer?.values ?? emptyContactMessage) : emptyContactMessage;
  const errors = outcome?.ok === false && outcome.reason === "invalid" ? outcome.errors : {};
  const refusal = outcome?.ok === false && outcome.reason !== "invalid" ? refusals[outcome.reason] : null;

  useEffect(() => {
    if (!answer) return;
    if (answer.outcome.ok) {
      toast.success(SENT, { description: SENT_MORE });
      setSent(answer.receipt);
    } else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);

  return (
    <Form
      // A sent message clears the form; anything else keeps the text.
      key={sent}
      ref={form}
      method="post"
      action={href("/contact")}
      noValidate
      preventScrollReset
      className="mt-6 grid gap-5"
    >
      <div role="status" className="empty:hidden">
        {outcome?.ok && <Thanks />}
      </div>
      <Refusal>{refusal}</Refusal>
      <ContactFields values={values} errors={errors} />
      <div hidden>
        <label htmlFor={HONEYPOT_FIELD}>Leave this field empty</label>
        <input id={HONEYPOT_FIELD} name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </div>
      <Button type="submit" size="large" pending={isSending} className="justify-self-start">
        {isSending ? "Sending..." : "Send Message"}
      </Button>
    </Form>
  );
}

type ContactFieldsProps = { values: ContactMessage; errors: ContactErrors };

function ContactFields({ values, errors }: ContactFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          id="name"
          name="name"
          label="Name"
          required
          autoComplete="name"
          defaultValue={values.name}
          error={errors.name}
        />
        <EmailField id="email" name="email" required defaultValue={values.email} error={errors.email} />
      </div>
      <Field
        id="subject"
        name="subject"
        label="Subject"
        required
        defaultValue={values.subject}
        error={errors.subject}
      />
      <TextAreaField
        id="message"
        name="message"
        label="Message"
        rows={5}
        required
        defaultValue={values.message}
        error={errors.message}
      />
    </>
  );
}

function Thanks() {
  return (
    <p className="flex gap-3 rounded-field bg-ok-tint p-4">
      <CircleCheck className="mt-0.5 size-5 flex-none text-ok" />
      <span>
        <span className="block font-semibold">{SENT}</span>
        {SENT_MORE}
      </span>
    </p>
  );
}
