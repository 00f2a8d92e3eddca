// A form that stays open while someone else saves the same settings would revert their changes, without
// its owner having seen that. So it carries what it was opened with.
import { parseJson } from "./fields.ts";
import { fieldsOf } from "./fields-of.ts";

/**
 * The fields that someone else has changed since the form was opened, and that it would overwrite. `base`: what it
 * was opened with, as JSON; a field that is not in it is replaced as it is. `before`: what is stored now.
 */
export function replacedUnseen<T extends object>(base: unknown, before: T, after: T): (keyof T)[] {
  const opened = fieldsOf(parseJson(base)) as Partial<T>;
  return (Object.keys(before) as (keyof T)[]).filter(
    (field) =>
      opened[field] !== undefined && opened[field] !== before[field] && after[field] !== before[field],
  );
}

/** `what`: "set it to 12". The page shows by then what is stored, so who saves again has seen it. */
export function formatReplaced(what: string): string {
  return `Someone else has ${what}. Save again to replace it`;
}
