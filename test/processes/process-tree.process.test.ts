import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { childrenOf, parentOf, signal } from "./process-tree.ts";

test.runIf(process.platform === "linux")("a process knows its children", async () => {
  const child = spawn("sleep", ["30"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const pid = child.pid ?? 0;
  expect(childrenOf(process.pid)).toContain(pid);
  expect(parentOf(pid)).toBe(process.pid);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signal(pid, "SIGKILL");
  await ended;
  expect(parentOf(pid)).toBe(null);
});
