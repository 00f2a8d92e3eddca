// The one answer to a form of the back office, whatever it was about.
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type * as z from "zod";
import { type FormSchema, secretsOf, valueInWords } from "#domain/form/form-fields.ts";
import type { FormErrors, FormSaved, FormValues } from "#domain/form/form-saved.ts";
import { failure, type Notice, success } from "../frame/notices.ts";

export type FormAnswer = {
  /** Which form of the page it answers. */
  intent: string;
  notice: Notice;
  /** What was sent, and what is wrong with each field. */
  result: SubmissionResult;
  /**
   * What is stored, when it was saved, or when another tab has saved something else: the next save starts from it. Fields
   * that it leaves out are as the page has loaded them.
   */
  now: FormValues | null;
  /** What it has changed can be undone for a minute. */
  undoId?: string | null;
};

/** What a page's action has answered, if it was to such a form. */
export function formAnswerIn(answer: unknown): FormAnswer | undefined {
  return typeof answer === "object" && answer !== null && "result" in answer
    ? (answer as FormAnswer)
    : undefined;
}

type Texts = {
  saved?: Notice;
  /** The title of a refusal, or all of its message. */
  refused?: string | Notice;
  /** Status and headers of a refusal. */
  init?: ResponseInit;
  undoId?: string | null;
};

/** The words of a refusal that names nothing better. */
const NOT_SAVED = "Nothing was saved";

export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  return parseWithZod(form, { schema, disableAutoCoercion: true });
}

export const UNEXPECTED = "An unexpected error occurred. Please try again.";

/** The answer to a form, by its outcome; null: it failed, which is logged. */
export function answerForm(
  form: FormData,
  schema: FormSchema,
  saved: FormSaved | null,
  { saved: notice = success("Saved"), refused = NOT_SAVED, init, ...more }: Texts = {},
) {
  const title = typeof refused === "string" ? refused : refused.title;
  if (!saved) return answerRefused(form, schema, failure(title, UNEXPECTED), 500);
  const answer = (rest: Omit<FormAnswer, "intent">, how: ResponseInit) =>
    data<FormAnswer>({ intent: intentOf(form), ...rest, ...more }, how);
  const sent = parseForm(form, schema);
  const hideFields = secretsOf(schema);
  if (saved.ok)
    return answer({ notice, result: sent.reply({ hideFields }), now: saved.now }, { status: 200 });
  if (saved.reason === "changed") {
    const told = typeof refused === "string" ? failure(title, CHANGED) : refused;
    const result = sent.reply({ hideFields, formErrors: [told.description ?? CHANGED] });
    return answer({ notice: told, result, now: saved.now }, { status: 409 });
  }
  const result = sent.reply({ hideFields, fieldErrors: listed(saved.errors) });
  const told = typeof refused === "string" ? failure(refused, reasonsOf(result)) : refused;
  return answer({ notice: told, result, now: saved.now ?? null }, init ?? { status: 422 });
}

const intentOf = (form: FormData) => String(form.get("intent") ?? "");

/** Of a form that was not saved, whatever is in its fields. */
export function answerRefused(form: FormData, schema: FormSchema, notice: Notice, status: number) {
  const { initialValue } = parseForm(form, schema).reply({ hideFields: secretsOf(schema) });
  const result: SubmissionResult = initialValue === undefined ? {} : { initialValue };
  return data<FormAnswer>({ intent: intentOf(form), notice, result, now: null }, { status });
}

/** Of something that has changed what is stored in a form with this intent, which shows it now, whatever is typed. */
export function answerAnew(intent: string, notice: Notice, now: FormValues) {
  return data<FormAnswer>({ intent, notice, result: {}, now });
}

/** Of a form that was too large to be read. */
export function answerUnread(intent: string, notice: Notice) {
  return data<FormAnswer>({ intent, notice, result: {}, now: null }, { status: 413 });
}

const CHANGED = "This was changed in another tab. Check the form and save again.";

function listed(errors: FormErrors): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).flatMap(([name, why]) => (why ? [[name, [why]]] : [])));
}

/** All that is wrong, in one line. */
export function reasonsOf({ error }: Pick<SubmissionResult, "error">): string {
  return [...new Set(Object.values(error ?? {}).flatMap((reasons) => reasons ?? []))].join(". ");
}

export type Difference = { label: string; saved: string; typed: string };

/** What a form would change of what another tab has saved, field by field, as far as that is known. */
export function differencesOf(
  schema: FormSchema,
  now: FormValues,
  { initialValue: typed = {}, fields = [] }: Pick<SubmissionResult, "initialValue" | "fields">,
): Difference[] {
  return Object.keys(schema.shape).flatMap((name) => {
    if (!(name in now)) return [];
    const isSwitch = typeof now[name] === "boolean";
    // A field that a switch has turned off is not sent, and not saved.
    if (!isSwitch && !fields.some((field) => field === name || field.startsWith(`${name}[`))) return [];
    const inWords = (value: unknown) => valueInWords(schema, name, isSwitch ? switchInWords(value) : value);
    const [saved, own] = [inWords(now[name]), inWords(typed?.[name])];
    return Object.keys({ ...saved, ...own }).flatMap((label) => {
      const difference = { label, saved: textIn(saved[label]), typed: textIn(own[label]) };
      return difference.saved === difference.typed ? [] : [difference];
    });
  });
}

const textIn = (words = "") => words.replace(/\r\n?/g, "\n") || "(blank)";
const switchInWords = (value: unknown) => (value === true || value === "on" ? "on" : "off");
