import { sameValues } from "#domain/text/same-values.ts";

/** What is stored now of a form that was sent, with the fields in which something else was typed since. */
export function withTypedSince<Form extends object>(stored: Form, sent: Form, typed: Form): Form {
  const isSent = (name: string) => sameValues(Reflect.get(typed, name), Reflect.get(sent, name));
  return { ...stored, ...Object.fromEntries(Object.entries(typed).filter(([name]) => !isSent(name))) };
}
