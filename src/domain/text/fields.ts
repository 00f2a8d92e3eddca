// What all forms share: their fields arrive as unknown values, and each wrong field gets one message.

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** The result of reading a form: a value, or one message per wrong field. */
export type FieldParse<Value, Field extends string = keyof Value & string> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors<Field> };

/** Collects messages. When several things are wrong with one field, the first message counts. */
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

/** JSON from a hidden field; null for anything that is not JSON. */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** An object with one value per name. What `make` returns for a name must be what `T` holds there. */
export function byName<T, Name extends string = keyof T & string>(
  names: readonly Name[],
  make: (name: Name) => unknown,
): T {
  const made: Record<string, unknown> = {};
  for (const name of names) made[name] = make(name);
  return made as T;
}
