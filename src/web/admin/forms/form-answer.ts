// The one answer to a form of a few fields. A refused form comes back with what was typed and what is wrong with it, so it
// shows both, with scripts and without; a saved one starts anew from what is stored.
import { data } from "react-router";
import { failure, type Notice, success } from "../frame/notices.ts";
import { textOf } from "./posted-body.ts";

type Texts = Readonly<Record<string, string>>;
type Errors = Readonly<Record<string, string | undefined>>;

/** `intent`: which form of the page it answers. */
export type FormAnswer = { intent: string; notice: Notice; errors: Errors; typed: Texts };

export function savedForm(form: FormData, notice: Notice = success("Saved")) {
  return data<FormAnswer>({ intent: textOf(form, "intent"), notice, errors: {}, typed: {} });
}

/** What is wrong, by field. */
export function refusedForm(
  form: FormData,
  errors: Errors,
  { title = "Nothing was saved", status = 422 }: { title?: string; status?: number } = {},
) {
  const typed = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const why = Object.values(errors).filter(Boolean).join(". ");
  const answer = { intent: textOf(form, "intent"), notice: failure(title, why), errors };
  return data<FormAnswer>({ ...answer, typed: Object.fromEntries(typed) }, { status });
}

/** The props of the fields of one form, and its switches: what was typed where it was refused, else what is stored. */
export function fieldsOfForm(answer: FormAnswer | undefined, intent: string) {
  const refused = answer?.intent === intent && answer.notice.tone === "error" ? answer : undefined;
  return {
    field: (name: string, stored: string | number) => ({
      name,
      defaultValue: refused?.typed[name] ?? stored,
      error: refused?.errors[name],
    }),
    /** A switch that is off sends nothing. */
    isOn: (name: string, stored: boolean) => (refused ? refused.typed[name] === "on" : stored),
  };
}
