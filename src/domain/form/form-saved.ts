// What a use case answers to a saved form. Each form carries what it was opened with, so that a second tab does not replace
// what the first one has saved without its owner having seen it.
import { parseJson } from "../text/fields.ts";
import { sameValues } from "../text/same-values.ts";
import type { FormSchema } from "./form-fields.ts";

/** A form is filled with these: by the names of its fields, texts, numbers, and switches. */
export type FormValues = Readonly<Record<string, unknown>>;

export type FormErrors = Readonly<Record<string, string | undefined>>;

/** `now`: what is stored, as the form shows it. Of a refused one it says what is stored since, or saved anyway. */
export type FormSaved =
  | { ok: true; now: FormValues }
  | { ok: false; reason: "invalid"; errors: FormErrors; now?: FormValues }
  | { ok: false; reason: "changed"; now: FormValues };

/** What a form was opened with: `base`, as JSON. null: nothing, or anything but an object. */
export function openedWith(base: unknown): FormValues | null {
  const opened = parseJson(base);
  return opened instanceof Object && !Array.isArray(opened) ? { ...opened } : null;
}

/** Whether something else is stored `now` than the form was opened with. One without a `base` was not opened. */
export function isOutdated(base: unknown, now: FormValues): boolean {
  const opened = openedWith(base);
  return opened !== null && !sameValues(opened, JSON.parse(JSON.stringify(now)));
}

/** Reads what was sent by the form's schema. */
export function readForm<Schema extends FormSchema>(schema: Schema, fields: FormValues) {
  const read = schema.safeParse(fields);
  if (read.success) return { ok: true as const, value: read.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of read.error.issues) errors[nameAt(path)] ??= message;
  return { ok: false as const, reason: "invalid" as const, errors: errors satisfies FormErrors };
}

/** ["sizes", 0, "count"] → "sizes[0].count", as the field is named. */
function nameAt(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at > 0 ? "." : ""}${String(part)}`))
    .join("");
}
