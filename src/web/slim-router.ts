// The build leaves out of the browser's router what this shop never switches on: route discovery over the
// network (react-router.config.ts says that all routes are known from the start), instrumentation hooks and a
// page for developers. Together they are over two kilobytes of every first visit. A router version that no longer has these files, or
// wants another function of them, fails the build instead of a shopper's page.
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

export function slimRouter(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "slim-router",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      const [, part] = id.split("\\").join("/").split(LIBRARY);
      const code = part === undefined ? undefined : REPLACED[part];
      if (part === undefined || code === undefined) return null;
      replaced.add(part);
      return code;
    },
    buildEnd(error) {
      const missing = Object.keys(REPLACED).filter((part) => !replaced.has(part));
      if (!error && missing.length > 0) this.error(`react-router has no ${missing.join(", ")} any more`);
    },
  };
}
