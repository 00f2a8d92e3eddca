import type { FileStore } from "../files/file-store.ts";

/** The key of a picture by its URL; null for a URL outside of this store. */
export function pictureKey(files: FileStore, url: string): string | null {
  const key = /product-images\/[A-Za-z0-9_-]+\.[a-z0-9]+$/.exec(url)?.[0];
  return key && files.url(key) === url ? key : null;
}
