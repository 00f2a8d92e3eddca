/** A UUID in lower case, as the database writes it; for patterns that hold one. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** A UUID however it is typed. */
export const UUID = new RegExp(`^${UUID_PATTERN}$`, "i");

/** Whether something from outside can be the id of a row; to the database anything else would be an error. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
