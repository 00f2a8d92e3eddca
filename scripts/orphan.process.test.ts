import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";

const file = path.join(import.meta.dirname, "orphan.mjs");
const script = `
  const { whenOrphaned } = await import(${JSON.stringify(file)});
  whenOrphaned(() => { console.log("orphaned"); process.exit(); });
  console.log("pid " + process.pid);
  setTimeout(() => { console.log("still here"); process.exit(); }, process.env.npm_lifecycle_event ? 20_000 : 2_000);`;

/** The output of a script that a shell started, after the shell was ended. */
async function afterItsShell(env: Record<string, string>): Promise<string> {
  // The second command keeps the shell from becoming the first.
  const shell = spawn("sh", ["-c", `"${process.execPath}" --input-type=module -e "$SCRIPT"; true`], {
    env: { SCRIPT: script, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (said === "") shell.kill("SIGTERM");
    said += text;
  });
  await once(shell, "close");
  return said.replace(/^pid \d+\n/, "").trim();
}

test("an npm script notices when the shell that npm ran it with is gone", async () => {
  expect(await afterItsShell({ npm_lifecycle_event: "start" })).toBe("orphaned");
});

test("a script that was started by hand keeps running", async () => {
  expect(await afterItsShell({})).toBe("still here");
});
