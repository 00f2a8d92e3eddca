/** One value in a browser storage; null means nothing is stored. */
export function kept(storage: () => Storage, key: string) {
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
        // Full or blocked storage: the checkout goes on, but a reload will not find it again.
      }
    },
  };
}
