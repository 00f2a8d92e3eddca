// The projects of the test runner, with note-reach.ts in front of every test file.
import path from "node:path";
import { defineConfig } from "vitest/config";
import config from "../../../vitest.config.ts";

const root = path.join(import.meta.dirname, "../../..");
const noting = path.join(import.meta.dirname, "note-reach.ts");

export default defineConfig({
  ...config,
  root,
  test: {
    ...config.test,
    projects: (config.test?.projects ?? []).map((project) => {
      if (typeof project !== "object" || !("test" in project)) throw new Error("a project of another form");
      const setupFiles = [project.test?.setupFiles ?? []].flat();
      return { ...project, test: { ...project.test, setupFiles: [...setupFiles, noting] } };
    }),
  },
});
