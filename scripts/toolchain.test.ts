import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

  const answer = spawnSync(process.execPath, ["scripts/admin.mjs"], { cwd: project, encoding: "utf8" });

  expect(answer.status).toBe(1);
  expect(answer.stderr).toContain("is a link");
  expect(readdirSync(elsewhere)).toEqual(["somebody-elses.txt"]);
});

test.each([
  ["start.mjs --port 4000", "PORT=4000 npm start"],
  ["build.mjs --force", "npm run build"],
])("%s does not pass for what it was not asked", (words, usage) => {
  const project = path.join(folder, "project");
  mkdirSync(project);
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });
  // Nothing is installed by one that goes on.
  symlinkSync(folder, path.join(project, "node_modules"));

  const [script, ...parameters] = words.split(" ");
  const answer = spawnSync(process.execPath, [`scripts/${script}`, ...parameters], {
    cwd: project,
    encoding: "utf8",
  });

  expect(answer.stderr).toContain(`Not understood: ${parameters[0]}`);
  expect(answer.stderr).toContain(usage);
  expect(answer.status).toBe(2);
});

test("a simulation refuses outdated dependencies instead of taking them away under what runs", () => {
  const project = path.join(folder, "project");
  mkdirSync(path.join(project, "node_modules/used"), { recursive: true });
  writeFileSync(path.join(project, "node_modules/.package-lock.json"), '{ "packages": {} }');
  writeFileSync(path.join(project, "package.json"), "{}");
  const locked = { "": {}, "node_modules/used": { version: "2.0.0" } };
  writeFileSync(path.join(project, "package-lock.json"), JSON.stringify({ packages: locked }));
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });

  const answer = spawnSync(process.execPath, ["scripts/simulate.mjs", "--real"], {
    cwd: project,
    encoding: "utf8",
  });

  expect(answer.status).toBe(1);
  expect(answer.stderr).toContain("not those of package-lock.json");
  expect(readdirSync(path.join(project, "node_modules"))).toContain("used");
});

test("the owner's commands run where only what the shop needs is installed", () => {
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

  const answer = spawnSync(process.execPath, ["scripts/admin.mjs", "doctor"], {
    cwd: project,
    encoding: "utf8",
  });

  expect({ said: answer.stdout.trim(), progress: answer.stderr }).toEqual({ said: "doctor", progress: "" });
});

test.each(["start", "admin"])(
  "npm run %s on a Node that is too old says so, and where to get another",
  (name) => {
    const project = path.join(folder, "project");
    cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });
    const old = `Object.defineProperty(process.versions, "node", { value: "18.19.1" });
    Object.defineProperty(process, "version", { value: "v18.19.1" });`;
    const before = `data:text/javascript,${encodeURIComponent(old)}`;

    const answer = spawnSync(process.execPath, ["--import", before, `scripts/${name}.mjs`], {
      cwd: project,
      encoding: "utf8",
    });

    expect(answer.status).toBe(1);
    expect(answer.stderr).toMatch(
      /This is Node v18\.19\.1; the shop needs 20\.11 or newer.*https:\/\/nodejs\.org/,
    );
    expect(answer.stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(project)).toEqual(["scripts"]);
  },
);

test("what runs until then asks for nothing that Node 18 lacks", () => {
  for (const name of ["start", "supervise", "orphan", "admin", "toolchain", "machine-lock"])
    expect(readFileSync(path.join(import.meta.dirname, `${name}.mjs`), "utf8")).not.toContain(
      "import.meta.dirname",
    );
});
