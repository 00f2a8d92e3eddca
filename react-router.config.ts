import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  // A file for the actions of each page of the back office: its name is in the table of routes of every shopper.
  splitRouteModules: false,
} satisfies Config;
