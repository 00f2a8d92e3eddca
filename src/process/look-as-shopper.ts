import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Shop } from "#server/core/shop.ts";
import { CLIENT_FOLDER } from "./page-renderer.ts";

const LOOK_TIMEOUT_MS = 15_000;

/** Loads pages of the shop by its public URL, through any proxy in between, and files from the build. */
export function lookAsShopper({ env }: Pick<Shop, "env">, signal: AbortSignal) {
  return {
    load: (target: string): Promise<Response> =>
      fetch(env.publicUrl + target, {
        redirect: "error",
        headers: { Accept: "text/html,*/*" },
        signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]),
      }),
    /** `target` is a path of a script as builtNameOf() knows it, so it names no other folder. */
    builtFile: (target: string): Uint8Array | null => {
      const file = path.join(CLIENT_FOLDER, target);
      return existsSync(file) ? readFileSync(file) : null;
    },
    builtScripts: (): string[] =>
      readdirSync(path.join(CLIENT_FOLDER, "assets"))
        .filter((name) => name.endsWith(".js"))
        .map((name) => `/assets/${name}`),
  };
}
