import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { writeShopperTable } from "./src/web/build/shopper-table.ts";

export default {
  appDirectory: "src/web",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  // A file for the actions of each page of the back office: its name is in the table of routes of every shopper.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) =>
    writeShopperTable(path.join(reactRouterConfig.buildDirectory, "client", "assets")),
} satisfies Config;
