// What imports what, read from the sources by the bundler's own parser. Type-only imports are kept apart, because they
// are erased at runtime. `import { type A }` does not count as type-only, because Node loads that file anyway.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** Source text by path from the root, such as "src/domain/money/money.ts". */
export type Sources = Map<string, string>;

export type Import = {
  from: string;
  to: string;
  isTypeOnly: boolean;
  /** The imported names, "default", or "*" for everything. */
  names: string[];
};

export type ImportGraph = {
  sources: Sources;
  imports: Import[];
  exports: { file: string; name: string }[];
};

/** All hand-written code of the project. */
export function readSources(root: string): Sources {
  const isForeign = (name: string) => /(^|\/)(node_modules|build|\.[^/]+)(\/|$)/.test(name);
  const files = globSync("**/*.{ts,tsx,mjs}", { cwd: root, exclude: isForeign });
  return new Map(
    files.map((file) => [file.split(path.sep).join("/"), readFileSync(path.join(root, file), "utf8")]),
  );
}

/** The aliases of package.json: { "#domain/*": "./src/domain/*" }. */
export function readAliases(root: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).imports;
}

export function readGraph(sources: Sources, aliases: Record<string, string>): ImportGraph {
  const graph: ImportGraph = { sources, imports: [], exports: [] };
  for (const [file, source] of sources) {
    const { module } = parseSync(file, source);
    const add = (address: string, isTypeOnly: boolean, names: string[]) => {
      const to = resolveImport(file, address, aliases);
      if (to !== null && sources.has(to)) graph.imports.push({ from: file, to, isTypeOnly, names });
    };
    for (const { start, moduleRequest, entries } of module.staticImports) {
      const isTypeOnly = /^import\s+type\b(?!\s+from\b)/.test(source.slice(start));
      add(
        moduleRequest.value,
        isTypeOnly,
        entries.map(({ importName }) => nameOf(importName)),
      );
    }
    for (const { entries } of module.staticExports) {
      for (const { moduleRequest, importName, exportName, isType } of entries) {
        if (moduleRequest) add(moduleRequest.value, isType, [nameOf(importName)]);
        graph.exports.push({ file, name: nameOf(exportName) });
      }
    }
    for (const { moduleRequest } of module.dynamicImports) {
      const written = source.slice(moduleRequest.start, moduleRequest.end);
      add(written.replace(/^["'`]|["'`]$/g, ""), false, ["*"]);
    }
  }
  return graph;
}

type ParsedName = { kind: string; name: string | null };

function nameOf({ kind, name }: ParsedName): string {
  return kind === "Default" ? "default" : (name ?? "*");
}

/** The file that an import names, or null for a package. */
function resolveImport(from: string, address: string, aliases: Record<string, string>): string | null {
  const [plain = ""] = address.split("?");
  if (plain.startsWith(".")) return path.posix.join(path.posix.dirname(from), plain);
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace(/\*$/, "");
    if (plain.startsWith(prefix))
      return path.posix.normalize(target.replace("*", plain.slice(prefix.length)));
  }
  return null;
}
