// What a form holds, compared as texts: a browser sends "on" and "8" where the shop stores true and 8.
import { parse } from "@conform-to/react";
import type { FormValues } from "#domain/form/form-saved.ts";
import { sameValues } from "#domain/text/same-values.ts";

/** What is typed in a form, by the names of its fields. */
export function valuesIn(form: FormData): FormValues {
  return parse(form, { resolve: (value) => ({ value }) }).payload;
}

/** What is typed in a form of this page, in the fields that a switch has turned off as well. */
export function valuesOf(element: HTMLFormElement): FormValues {
  const form = new FormData(element);
  for (const field of element.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !field.disabled)
      continue;
    const isOff = field.type === "checkbox" && !(field as HTMLInputElement).checked;
    if (field.name !== "" && !isOff) form.append(field.name, field.value);
  }
  return valuesIn(form);
}

/** Types into a field of the browser's, as its owner would. */
export function typeIn(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** "home[0].picture.alt" → home, 0, picture, alt. */
export const keysOf = (path: string) => path.split(/[.[\]]+/).filter(Boolean);

/** What a form holds under a path, such as `sizes[0].count`. */
export function valueAt(values: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>(
    (value, name) => (value as FormValues | null | undefined)?.[name],
    values,
  );
}

/** Whether two forms say the same in the fields with these names. */
export function isSameForm(one: FormValues, other: FormValues, names: readonly string[]): boolean {
  return names.every((name) => isSame(one[name], other[name]));
}

/** What is stored `now` of a form that was `sent`, with the fields in which something else was `typed` since. */
export function withTypedSince(now: FormValues, sent: FormValues, typed: FormValues): FormValues {
  const values = Object.keys(now).map((name) => [
    name,
    isSame(typed[name], sent[name]) ? now[name] : (typed[name] ?? ""),
  ]);
  return Object.fromEntries(values);
}

export const isSame = (one: unknown, other: unknown) => sameValues(textsOf(one), textsOf(other));

function textsOf(value: unknown): unknown {
  if (value === true) return "on";
  if (value === undefined || value === false || value === null || value === "") return undefined;
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return value.replace(/\r\n?/g, "\n");
  if (value instanceof File) return value.size > 0 ? value.name : undefined;
  // Of check boxes with one name a browser sends those that are on, in the order of the page, and one alone as a text.
  if (Array.isArray(value)) return value.length > 1 ? inOrder(value.map(textsOf)) : textsOf(value[0]);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, textsOf(each)]));
}

const inOrder = (values: unknown[]) =>
  values.every((each) => typeof each === "string") ? values.sort() : values;
