// The one answer to a form of the back office, whatever it was about.
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type * as z from "zod";
import { type FormSchema, labelOf, valueInWords } from "#domain/form/form-fields.ts";
import type { FormErrors, FormSaved, FormValues } from "#domain/form/form-saved.ts";
import { failure, type Notice, success } from "../frame/notices.ts";

export type FormAnswer = {
  /** Which form of the page it answers. */
  intent: string;
  notice: Notice;
  /** What was sent, and what is wrong with each field. */
  result: SubmissionResult;
  /** What is stored, when it was saved, or when another tab has saved something else: the next save starts from it. */
  now: FormValues | null;
};

/** What a page's action has answered, if it was to such a form. */
export function formAnswerIn(answer: unknown): FormAnswer | undefined {
  return typeof answer === "object" && answer !== null && "result" in answer
    ? (answer as FormAnswer)
    : undefined;
}

type Texts = { saved?: Notice; refused?: string };

/** The words of a refusal that names nothing better. */
export const NOT_SAVED = "Nothing was saved";

export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  return parseWithZod(form, { schema, disableAutoCoercion: true });
}

export const UNEXPECTED = "An unexpected error occurred. Please try again.";

/** The answer to a form, by what became of it; null: it failed, which is logged. */
export function answerForm(
  form: FormData,
  schema: FormSchema,
  saved: FormSaved | null,
  { saved: notice = success("Saved"), refused = NOT_SAVED }: Texts = {},
) {
  if (!saved) return answerRefused(form, schema, failure(refused, UNEXPECTED), 500);
  const answer = (rest: Omit<FormAnswer, "intent">, status: number) =>
    data<FormAnswer>({ intent: intentOf(form), ...rest }, { status });
  const sent = parseForm(form, schema);
  if (saved.ok) return answer({ notice, result: sent.reply(), now: saved.now }, 200);
  if (saved.reason === "changed") {
    const result = sent.reply({ formErrors: [CHANGED] });
    return answer({ notice: failure(refused, CHANGED), result, now: saved.now }, 409);
  }
  const result = sent.reply({ fieldErrors: listed(saved.errors) });
  return answer({ notice: failure(refused, reasonsOf(result)), result, now: null }, 422);
}

const intentOf = (form: FormData) => String(form.get("intent") ?? "");

/** Of a form that was not saved, whatever is in its fields. */
export function answerRefused(form: FormData, schema: FormSchema, notice: Notice, status: number) {
  const { initialValue } = parseForm(form, schema).reply();
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

export const CHANGED = "This was changed in another tab. Check the form and save again.";

function listed(errors: FormErrors): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).flatMap(([name, why]) => (why ? [[name, [why]]] : [])));
}

/** All that is wrong, in one line. */
export function reasonsOf({ error }: Pick<SubmissionResult, "error">): string {
  return [...new Set(Object.values(error ?? {}).flatMap((reasons) => reasons ?? []))].join(". ");
}

export type Difference = { label: string; saved: string; typed: string };

/** What a form would change of what another tab has saved, field by field. */
export function differencesOf(
  schema: FormSchema,
  now: FormValues,
  { initialValue: typed = {}, fields = [] }: Pick<SubmissionResult, "initialValue" | "fields">,
): Difference[] {
  return Object.keys(schema.shape).flatMap((name) => {
    const isSwitch = typeof now[name] === "boolean";
    // A field that a switch has turned off is not sent, and not saved.
    if (!isSwitch && !fields.some((field) => field === name || field.startsWith(`${name}[`))) return [];
    const inWords = (value: unknown) =>
      isSwitch
        ? switchInWords(value)
        : valueInWords(schema, name, value).replace(/\r\n?/g, "\n") || "(blank)";
    const [saved, own] = [inWords(now[name]), inWords(typed?.[name])];
    return saved === own ? [] : [{ label: labelOf(schema, name), saved, typed: own }];
  });
}

const switchInWords = (value: unknown) => (value === true || value === "on" ? "on" : "off");
