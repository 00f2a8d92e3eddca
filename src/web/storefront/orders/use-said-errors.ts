import { useState } from "react";

type Errors = Readonly<Record<string, string>>;

const NONE: Errors = {};

/** What an answer said of a form's fields, less those that were changed since; and how to tell that some were. */
export function useSaidErrors(said: Errors = NONE): [errors: Errors, change: (...fields: string[]) => void] {
  const [changed, setChanged] = useState({ said, fields: [] as string[] });
  const fields = changed.said === said ? changed.fields : [];
  const errors = Object.fromEntries(Object.entries(said).filter(([field]) => !fields.includes(field)));
  return [errors, (...more) => setChanged({ said, fields: [...fields, ...more] })];
}
