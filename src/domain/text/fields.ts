// What forms have in common: their fields arrive as anything at all, and what is wrong with them is told field by
// field, one text each.

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** What a form came to: a value, or one text per field that is wrong. */
export type FieldParse<Value, Field extends string = keyof Value & string> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors<Field> };

/** Collects what is wrong: of several things that are wrong with one field, the first is told. */
export function collectErrors<Field extends string>() {
  const errors: FieldErrors<Field> = {};
  return {
    errors,
    say: (field: Field, isWrong: boolean, text: string): void => {
      if (isWrong) errors[field] ??= text;
    },
    hasErrors: () => Object.keys(errors).length > 0,
  };
}

/** The fields of anything: none where it is no object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
