// `node run-noting.ts PROJECT FILE…`: runs test files with note-reach.ts in front of each. What fails here fails again where it counts.
import path from "node:path";
import { startVitest } from "vitest/node";
import config from "../../../vitest.config.ts";

const root = path.join(import.meta.dirname, "../../..");
const noting = path.join(import.meta.dirname, "note-reach.ts");
const TEST_MS_MAX = 180_000;
const [project = "", ...files] = process.argv.slice(2);

const projects = (config.test?.projects ?? []).map((one) => {
  if (typeof one !== "object" || !("test" in one)) throw new Error("a project of another form");
  const setupFiles = [one.test?.setupFiles ?? []].flat();
  // Counting makes tests slower, and a busy machine must not cut one short.
  return { ...one, test: { ...one.test, setupFiles: [...setupFiles, noting], testTimeout: TEST_MS_MAX } };
});
const options = { root, config: false as const, project: [project], run: true, watch: false };
const vitest = await startVitest("test", files, options, { ...config, test: { ...config.test, projects } });
await vitest.close();
