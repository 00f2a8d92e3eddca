/** A UUID in lower case, as the database writes it; for use inside other patterns. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** A UUID in upper or lower case. */
export const UUID = new RegExp(`^${UUID_PATTERN}$`, "i");

/** Whether an unknown value can be the id of a row. For anything else the database would raise an error. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
