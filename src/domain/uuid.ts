const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether something from outside can be the id of a row; to the database anything else would be an error. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
