// The key that leads to the search from every page of the back office. One may turn it off in this browser: who
// speaks to the computer types keys without meaning to.
export const SEARCH_KEY = "/";

const STORAGE_KEY = "officeSearchKey";

export function isSearchKeyOn(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

export function keepSearchKey(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, "off");
  } catch {
    // A browser that keeps nothing has the key on.
  }
}

/** Whether a pressed key asks for the search: not while something is typed, nor over an open dialog. */
export function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key !== SEARCH_KEY || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  const { target } = event;
  const isTyped =
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return !isTyped && document.querySelector("dialog[open]") === null && isSearchKeyOn();
}
