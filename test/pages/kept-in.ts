import type { KeptIn } from "../../src/web/page/kept-value.ts";

/** A browser storage that has this text under any key. */
export function storageWith(value: string | null): KeptIn {
  let kept = value;
  return {
    getItem: () => kept,
    setItem: (_key, text) => {
      kept = text;
    },
    removeItem: () => {
      kept = null;
    },
  };
}

/** As in private mode, or full. */
export const refusingStorage: KeptIn = {
  getItem: () => {
    throw new Error("denied");
  },
  setItem: () => {
    throw new Error("full");
  },
  removeItem: () => {
    throw new Error("denied");
  },
};
