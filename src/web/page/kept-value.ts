/** The part of a storage that a value needs. */
export type KeptIn = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** One value in a browser storage; null means nothing is stored, or nothing that can be read. Never throws. */
export function kept(storage: () => KeptIn, key: string) {
  return {
    load(): unknown {
      try {
        return JSON.parse(storage().getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    save(value: unknown): void {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
      } catch {
        // Full or blocked storage: the page goes on, but a reload will not find it again.
      }
    },
  };
}
