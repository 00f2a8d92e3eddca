const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from outside can be an order's id; anything else would be an error to the database. */
export function isOrderId(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
