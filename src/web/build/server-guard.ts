// The build guard of the import rule (web → server → domain). React Router cuts loaders and actions
// out of what the browser gets, but a plain import of `#server/…` that survives the cut would be
// bundled silently. This plugin refuses to resolve anything of the server, the process or the
// programs for the browser, so such a build fails and names the file that asked.
import path from "node:path";
import type { Plugin } from "vite";

const FORBIDDEN_ROOMS = ["src/server/", "src/process/", "programs/", "sample/", "test/"];

export function serverStaysOnTheServer(root: string = process.cwd()): Plugin {
  return {
    name: "server-stays-on-the-server",
    enforce: "pre",
    resolveId(source, importer) {
      if (this.environment.name !== "client") return null;
      const target = forbiddenTarget(root, source, importer);
      if (!target) return null;
      this.error(
        `${target} belongs to the server and was imported for the browser by ${importer ?? "the build"}`,
      );
    },
  };
}

function forbiddenTarget(root: string, source: string, importer: string | undefined): string | null {
  const room = /^#(server|process|sandbox|sample|test)\//.exec(source);
  if (room) return source;
  // Vite reads a leading slash as the project's root.
  const isFromRoot = source.startsWith("/") && !source.startsWith(root);
  if (!isFromRoot && !source.startsWith(".") && !source.startsWith("/")) return null;
  const base = isFromRoot ? root : path.dirname(importer ?? root);
  const resolved = path
    .relative(root, isFromRoot ? path.join(base, source) : path.resolve(base, source))
    .split(path.sep)
    .join("/");
  return FORBIDDEN_ROOMS.some((forbidden) => resolved.startsWith(forbidden)) ? resolved : null;
}
