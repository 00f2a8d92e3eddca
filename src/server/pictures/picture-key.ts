import type { FileStore } from "../files/file-store.ts";

/** The key of a picture of this store by its address; null for an address elsewhere. */
export function pictureKey(files: FileStore, url: string): string | null {
  const key = /product-images\/[A-Za-z0-9_-]+\.[a-z0-9]+$/.exec(url)?.[0];
  return key && files.url(key) === url ? key : null;
}
