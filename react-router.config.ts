import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { writeShopperManifest } from "./src/web/shopper-manifest.ts";

export default {
  appDirectory: "src/web",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) =>
    writeShopperManifest(path.join(reactRouterConfig.buildDirectory, "client/assets")),
} satisfies Config;
