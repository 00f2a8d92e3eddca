import type { AttackedShop } from "./attacked-shop.ts";

/** public: a demo that strangers may reach, behind a proxy. */
export type Mode = "demo" | "public" | "live";

/** One attack on one promise of docs/security.md. */
export type Attack = {
  /** "TR-7"; "headers" for what every answer carries. */
  promise: string;
  name: string;
  /** Left out: all. */
  modes?: Mode[];
  /** What broke, one line each; empty when the promise held. */
  run: (shop: AttackedShop) => Promise<string[]>;
};

/** For one check among many: a line when it does not hold. */
export function unless(holds: boolean, line: string): string[] {
  return holds ? [] : [line];
}
