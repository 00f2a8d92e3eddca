// Data from outside (an answer of the server, the browser's storage) is read field by field and never trusted.

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The fields of an object; anything else has none. */
export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** A non-empty text, or null. */
export function asText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
