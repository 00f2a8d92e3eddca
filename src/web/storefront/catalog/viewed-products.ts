// The products that this browser has viewed, newest first. Local storage keeps only their ids, and what is
// not an id is dropped: the shop knows what the products are today.

import { type KeptIn, kept } from "../../page/kept-value.ts";

const STORAGE_KEY = "recentlyViewed";
export const VIEWED_MAX = 12;
const ID = /^[0-9a-f-]{36}$/;

const viewedIn = (storage?: KeptIn) => kept(() => storage ?? window.localStorage, STORAGE_KEY);

export function viewedIds(storage?: KeptIn): string[] {
  const stored = viewedIn(storage).load();
  if (!Array.isArray(stored)) return [];
  return [...new Set(stored.filter((id) => typeof id === "string" && ID.test(id)))].slice(0, VIEWED_MAX);
}

/** A storage that refuses (private mode, full) costs only this list. */
export function keepViewed(ids: string[], storage?: KeptIn): void {
  viewedIn(storage).save(ids.slice(0, VIEWED_MAX));
}

export function rememberViewed(id: string, storage?: KeptIn): void {
  keepViewed([id, ...viewedIds(storage).filter((other) => other !== id)], storage);
}
