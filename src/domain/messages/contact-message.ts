// The contact form: what a visitor may write to the store, with the same rules in the browser and on the
// server. Name and subject become headers of an email, so each is reduced to one printable line here.

import { collectErrors, type FieldErrors, type FieldParse } from "../text/fields.ts";
import { fieldsOf } from "../text/fields-of.ts";
import { oneLine } from "../text/one-line.ts";
import { paragraphs } from "../text/paragraphs.ts";
import { isEmail, readEmail } from "../text/typed/email.ts";
import { plainText } from "../text/typed/plain-text.ts";

export type ContactMessage = { name: string; email: string; subject: string; message: string };
export type ContactField = keyof ContactMessage;
export type ContactErrors = FieldErrors<ContactField>;

export const emptyContactMessage: ContactMessage = { name: "", email: "", subject: "", message: "" };

const CONTACT_LINE_MAX = 200;
export const CONTACT_MESSAGE_MAX = 5_000;

/** The result of contacting the store. */
export type ContactOutcome =
  | { ok: true }
  | { ok: false; reason: "invalid"; errors: ContactErrors }
  | { ok: false; reason: "rate_limited" | "unavailable" };

/** Unknown input → a message that can be stored and emailed, or an error per wrong field. */
export function parseContactMessage(input: unknown): FieldParse<ContactMessage> {
  const source = fieldsOf(input);
  const value: ContactMessage = {
    name: plainText(source.name),
    email: readEmail(source.email),
    subject: oneLine(source.subject),
    message: paragraphs(source.message),
  };
  const { errors, say, hasErrors } = collectErrors<ContactField>();
  say("name", value.name === "", "Please enter your name");
  say("email", value.email === "", "Please enter your email address");
  say("email", !isEmail(value.email), "Invalid email address");
  say("subject", value.subject === "", "Please enter a subject");
  say("message", value.message === "", "Please enter a message");
  for (const field of ["name", "subject"] as const) {
    say(field, value[field].length > CONTACT_LINE_MAX, `Use at most ${CONTACT_LINE_MAX} characters`);
  }
  say("message", value.message.length > CONTACT_MESSAGE_MAX, "Use at most 5,000 characters");
  return hasErrors() ? { ok: false, errors } : { ok: true, value };
}
