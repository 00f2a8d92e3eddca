// The products that this browser has looked at, newest first. Local storage keeps only their ids, and what is
// not an id is dropped: the shop knows what the products are today.

const STORAGE_KEY = "recentlyViewed";
export const VIEWED_MAX = 12;
const ID = /^[0-9a-f-]{36}$/;

/** The part of window.localStorage that this list needs. */
type ViewedStorage = Pick<Storage, "getItem" | "setItem">;

export function viewedIds(storage?: ViewedStorage): string[] {
  try {
    const stored: unknown = JSON.parse((storage ?? window.localStorage).getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return [...new Set(stored.filter((id) => typeof id === "string" && ID.test(id)))].slice(0, VIEWED_MAX);
  } catch {
    return [];
  }
}

/** A storage that refuses (private mode, full) costs only this list. */
export function keepViewed(ids: string[], storage?: ViewedStorage): void {
  try {
    (storage ?? window.localStorage).setItem(STORAGE_KEY, JSON.stringify(ids.slice(0, VIEWED_MAX)));
  } catch {}
}

export function rememberViewed(id: string, storage?: ViewedStorage): void {
  keepViewed([id, ...viewedIds(storage).filter((other) => other !== id)], storage);
}
