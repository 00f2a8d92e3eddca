import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-toolchain-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("an installation never empties a folder that node_modules only links to", () => {
  const [project, elsewhere] = [path.join(folder, "project"), path.join(folder, "elsewhere")];
  mkdirSync(project);
  mkdirSync(elsewhere);
  writeFileSync(path.join(elsewhere, "somebody-elses.txt"), "kept");
  writeFileSync(path.join(project, "package.json"), "{}");
  writeFileSync(path.join(project, "package-lock.json"), '{ "lockfileVersion": 3, "packages": {} }');
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });
  symlinkSync(elsewhere, path.join(project, "node_modules"));

  const answer = spawnSync(process.execPath, ["scripts/run.mjs", "admin"], {
    cwd: project,
    encoding: "utf8",
  });

  expect(answer.status).toBe(1);
  expect(answer.stderr).toContain("is a link");
  expect(readdirSync(elsewhere)).toEqual(["somebody-elses.txt"]);
});

test.each([
  ["start.mjs --port 4000", "--port 4000", "PORT=4000 npm start"],
  ["run.mjs build --force", "--force", "npm run build"],
])("%s refuses arguments that it does not know", (words, strange, usage) => {
  const project = path.join(folder, "project");
  mkdirSync(project);
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });
  // A command that continues installs nothing.
  symlinkSync(folder, path.join(project, "node_modules"));

  const [script, ...parameters] = words.split(" ");
  const answer = spawnSync(process.execPath, [`scripts/${script}`, ...parameters], {
    cwd: project,
    encoding: "utf8",
  });

  expect(answer.stderr).toContain(`Not understood: ${strange}`);
  expect(answer.stderr).toContain(usage);
  expect(answer.status).toBe(2);
});

test("a simulation refuses outdated dependencies instead of deleting them under running programs", () => {
  const project = path.join(folder, "project");
  mkdirSync(path.join(project, "node_modules/used"), { recursive: true });
  writeFileSync(path.join(project, "node_modules/.package-lock.json"), '{ "packages": {} }');
  writeFileSync(path.join(project, "package.json"), "{}");
  const locked = { "": {}, "node_modules/used": { version: "2.0.0" } };
  writeFileSync(path.join(project, "package-lock.json"), JSON.stringify({ packages: locked }));
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });

  const answer = spawnSync(process.execPath, ["scripts/run.mjs", "simulate", "--real"], {
    cwd: project,
    encoding: "utf8",
  });

  expect(answer.status).toBe(1);
  expect(answer.stderr).toContain("not those of package-lock.json");
  expect(readdirSync(path.join(project, "node_modules"))).toContain("used");
});

test("the owner's commands run with only the runtime packages installed", () => {
  const project = path.join(folder, "project");
  mkdirSync(path.join(project, "node_modules/used"), { recursive: true });
  const used = { version: "2.0.0" };
  const locked = { "": {}, "node_modules/used": used, "node_modules/tool": { version: "1.0.0", dev: true } };
  writeFileSync(path.join(project, "package.json"), "{}");
  writeFileSync(path.join(project, "package-lock.json"), JSON.stringify({ packages: locked }));
  const installed = JSON.stringify({ packages: { "node_modules/used": used } });
  writeFileSync(path.join(project, "node_modules/.package-lock.json"), installed);
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });
  mkdirSync(path.join(project, "src/process/cli"), { recursive: true });
  writeFileSync(path.join(project, "src/process/cli/commands.ts"), "console.log(process.argv.at(-1));");

  const answer = spawnSync(process.execPath, ["scripts/run.mjs", "admin", "doctor"], {
    cwd: project,
    encoding: "utf8",
  });

  expect({ said: answer.stdout.trim(), progress: answer.stderr }).toEqual({ said: "doctor", progress: "" });
});

/** Lets the importing process pretend to run on another Node. */
function passingFor(version: string): string[] {
  const other = `Object.defineProperty(process.versions, "node", { value: "${version}" });
    Object.defineProperty(process, "version", { value: "v${version}" });`;
  return ["--import", `data:text/javascript,${encodeURIComponent(other)}`];
}

/** The scripts in a separate folder, with a lockfile, and an npm that runs only `install`. */
function projectWith(install: string, name = "project") {
  const project = path.join(folder, name);
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });
  const packages = { "": {}, "node_modules/builder": { version: "1.0.0" } };
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(project, "package-lock.json"), JSON.stringify({ packages }));
  writeFileSync(path.join(project, "vite.config.ts"), 'import "builder";');
  const npm = path.join(folder, "npm-cli.js");
  writeFileSync(npm, install);
  const env = { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath };
  const run = (parameters: string[]) =>
    spawnSync(process.execPath, parameters, { cwd: project, env, encoding: "utf8" });
  return { project, run };
}

const PREPARE = `import { command, prepare } from "./scripts/toolchain.mjs";
  await command(async () => { await prepare({ build: false, say: console.log }); return 0; });`;
const prepareOn = (version: string) => [...passingFor(version), "--input-type=module", "--eval", PREPARE];
const NO_NPM = 'console.error("npm was run"); process.exit(1);';

test.each(["18.19.1", "20.11.1", "20.18.3", "21.7.3", "22.11.0"])(
  "Node %s is refused in the first second, with the versions that work and where to get one",
  (version) => {
    const { project, run } = projectWith(NO_NPM);
    for (const words of [["scripts/start.mjs"], ["scripts/run.mjs", "admin"], ["scripts/run.mjs", "test"]]) {
      const answer = run([...passingFor(version), ...words]);
      expect(answer.status).toBe(1);
      expect(answer.stderr).toContain(`This is Node v${version}. The shop needs Node 20.19 or newer`);
      expect(answer.stderr).toContain("https://nodejs.org");
      expect(answer.stderr).not.toMatch(/^\s+at |npm was run/m);
    }
    expect(readdirSync(project)).not.toContain("node_modules");
  },
);

test.each(["20.19.0", "20.20.2", "22.12.0", "23.0.0", "24.0.0", "26.1.0"])("Node %s installs", (version) => {
  const answer = projectWith(NO_NPM).run(prepareOn(version));
  expect(answer.stderr).toContain("npm was run");
});

test.each(["a#b", "100%", "a%20b", "why?"])("a folder called %s is refused in the first second", (name) => {
  const { project, run } = projectWith(NO_NPM, name);
  const answer = run(["scripts/start.mjs"]);
  expect(answer.status).toBe(1);
  expect(answer.stderr).toContain(`The shop can't run in ${project}`);
  expect(answer.stderr).toContain("Move or clone it to a folder");
  expect(answer.stderr).not.toMatch(/^\s+at |npm was run/m);
});

/** An npm that installs this builder. */
const installs = (builder: string) => `import { mkdirSync, writeFileSync } from "node:fs";
  const record = { packages: { "node_modules/builder": { version: "1.0.0" } } };
  mkdirSync("node_modules/builder", { recursive: true });
  writeFileSync("node_modules/.package-lock.json", JSON.stringify(record));
  writeFileSync("node_modules/builder/index.js", ${JSON.stringify(builder)});`;
const LOADS = "";
const LEFT_OUT = 'throw new Error("Cannot find native binding");';

test("if the builder does not load, the next command reinstalls the dependencies, once", () => {
  const { project, run } = projectWith(installs(LOADS));
  mkdirSync(path.join(project, "node_modules/builder"), { recursive: true });
  const record = { packages: { "node_modules/builder": { version: "1.0.0" } } };
  writeFileSync(path.join(project, "node_modules/.package-lock.json"), JSON.stringify(record));
  writeFileSync(path.join(project, "node_modules/builder/index.js"), LEFT_OUT);

  const first = run(prepareOn("24.0.0"));
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain("Dependencies installed");
  expect(run(prepareOn("24.0.0")).stdout).toBe("");
});

test("an installation after which the builder does not load says so, and never counts as complete", () => {
  const { run } = projectWith(installs(LEFT_OUT));
  for (const _ of [1, 2]) {
    const answer = run(prepareOn("24.0.0"));
    expect(answer.status).toBe(1);
    expect(answer.stderr).toContain("Cannot find native binding");
    expect(answer.stderr).toContain("what builds the pages does not load");
  }
});

const BUILD = `const { existsSync, mkdirSync, writeFileSync } = require("node:fs");
  const began = Date.now();
  const build = () => {
    if (!existsSync("filled")) return Date.now() - began < 10_000 ? setTimeout(build, 10) : process.exit(1);
    mkdirSync("build/server", { recursive: true });
    mkdirSync("build/client");
    writeFileSync("build/server/index.js", "");
  };
  build();`;
const FILL = `import { writeFileSync } from "node:fs";
  import { command, prepare } from "./scripts/toolchain.mjs";
  const duringBuild = async () => writeFileSync("filled", "") ?? console.log("filled");
  await command(async () => { await prepare({ build: true, duringBuild, say: () => {} }); return 0; });`;

test("a first start prepares while the pages are built, and not without a build", () => {
  const { project, run } = projectWith(installs(LOADS));
  mkdirSync(path.join(project, "node_modules/@react-router/dev"), { recursive: true });
  writeFileSync(path.join(project, "node_modules/@react-router/dev/bin.cjs"), BUILD);
  const start = () => {
    const { status, stdout, stderr } = run([...passingFor("24.0.0"), "--input-type=module", "--eval", FILL]);
    return { status, stdout, stderr };
  };
  expect(start()).toEqual({ status: 0, stdout: "filled\n", stderr: "" });
  expect(start()).toEqual({ status: 0, stdout: "", stderr: "" });
});
