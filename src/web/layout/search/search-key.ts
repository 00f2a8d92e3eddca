/** The part of a key press that decides. */
type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey"> & {
  target: unknown;
};

/** Where "/" is a letter, or where a layer over the page has the keyboard. */
const TAKES_KEYS = "input,textarea,select,[contenteditable],dialog";

/** Whether the press means "search": a slash alone. With shift, too, because many keyboards have it there. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: Press): boolean {
  if (key !== "/" || ctrlKey || metaKey || altKey) return false;
  return !(target as Partial<Element> | null)?.closest?.(TAKES_KEYS);
}
