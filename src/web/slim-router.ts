// The build leaves out of the browser's router what this shop never switches on: route discovery over the
// network (react-router.config.ts says that all routes are known from the start), instrumentation hooks, React
// Server Components and a page for developers; and what no page uses can be dropped although it is named for
// developer tools. Together that is over four kilobytes of every first visit. A router version that no longer
// has these files and lines, or wants another function of them, fails the build instead of a shopper's page.
import type { Plugin } from "vite";

const LIBRARY = "/react-router/dist/production/lib/";

const REPLACED: Record<string, string> = {
  "router/instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = (handler) => handler;
    export const instrumentationResultMetaContext = {};`,
  "dom/ssr/fog-of-war.js": `
    export const getManifestPath = () => "/__manifest";
    export const getPathsWithAncestors = () => [];
    export const handleClientVersionMismatch = async () => false;
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};`,
  // What is left when even the root's own error page fails; the library's shows shoppers a stack trace.
  "dom/ssr/errorBoundaries.js": `
    import { Component, createElement as h } from "react";
    export class RemixErrorBoundary extends Component {
      state = { error: null };
      static getDerivedStateFromError(error) { return { error }; }
      render() {
        if (!this.state.error) return this.props.children;
        return h("html", { lang: "en-US" }, h("body", null, h(RemixRootDefaultErrorBoundary, this.state)));
      }
    }
    export function RemixRootDefaultErrorBoundary({ error }) {
      console.error(error);
      return h("p", null, "Something went wrong. Please reload the page.");
    }
    export const BoundaryShell = ({ children }) => children;`,
};

type Edit = { find: RegExp; put: string };

const COMPONENTS: Edit[] = [
  { find: /^\w+\.displayName = "\w+";$/gm, put: "" },
  { find: / = React\$1\.(forwardRef|createContext)\(/g, put: " = /* @__PURE__ */ React$$1.$1(" },
];
const NO_SERVER_COMPONENTS: Edit[] = [{ find: /useIsRSCRouterContext\(\)/g, put: "false" }];

/** Lines of the router's files; each one has to be found. */
const EDITED: Record<string, Edit[]> = {
  "context.js": COMPONENTS,
  "components.js": NO_SERVER_COMPONENTS,
  "dom/lib.js": COMPONENTS,
  "dom/ssr/components.js": NO_SERVER_COMPONENTS,
  "hooks.js": [
    { find: /\t\tif \(this\.context && [^\n]*\n[^\n]*\n[^\n]*\n\t\t}\n/, put: "" },
    { find: /\t\tif \(this\.context\) return [^\n]*\n/, put: "" },
    { find: /\tstatic contextType = RSCRouterContext;\n/, put: "" },
    {
      find: /React\$1\.useContext\(IsDataRouteContext\) \? useNavigateStable\(\) : \w+\(\)/,
      put: "useNavigateStable()",
    },
    { find: /createElement\(DefaultErrorComponent, null\)/, put: 'createElement("p")' },
  ],
};

/** The words of the router's checks of itself: a check that fails still throws, and development tells why. */
const CHECK_WORDS = /^(\s*(?:UNSAFE_)?invariant\(.*), (?:"[^"\n]*"|`[^`\n]*`)\);$/gm;

const CHECKS = "checks with words";

/** Nothing is preloaded (see vite.config.ts), so what Vite wraps each `import()` in only has to call it. */
const PRELOAD_HELPER = "\0vite/preload-helper.js";

export function slimRouter(): Plugin {
  const missing = new Set([...Object.keys(REPLACED), ...Object.keys(EDITED), CHECKS]);
  return {
    name: "slim-router",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      if (id === PRELOAD_HELPER) return "export const __vitePreload = (load) => load();";
      const part = partOf(id);
      const code = REPLACED[part];
      if (code === undefined) return null;
      missing.delete(part);
      return code;
    },
    transform(code, id) {
      const part = partOf(id);
      if (part === "") return null;
      missing.delete(part);
      const short = code.replace(CHECK_WORDS, "$1);");
      if (short !== code) missing.delete(CHECKS);
      return { code: edit(part, short, EDITED[part] ?? []), map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`react-router has no ${[...missing].join(", ")} any more`);
    },
  };
}

function partOf(id: string): string {
  return id.split("\\").join("/").split(LIBRARY)[1] ?? "";
}

function edit(part: string, code: string, edits: Edit[]): string {
  return edits.reduce((text, { find, put }) => {
    if (text.search(find) < 0) throw new Error(`react-router's ${part} has no ${find} any more`);
    return text.replace(find, put);
  }, code);
}
