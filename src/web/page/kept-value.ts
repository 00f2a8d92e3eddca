/** The part of a storage that a value needs. */
export type KeptIn = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * One value in a browser storage; null means nothing is stored, or nothing that can be read. Never throws: where the
 * storage is full or blocked, the value is kept in memory as long as the page stands.
 */
export function kept(storage: () => KeptIn, key: string) {
  let unsaved: string | null = null;
  return {
    load(): unknown {
      try {
        return JSON.parse(unsaved ?? storage().getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    save(value: unknown): void {
      unsaved = JSON.stringify(value);
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, unsaved);
        unsaved = null;
      } catch {
        // It stays unsaved.
      }
    },
  };
}
