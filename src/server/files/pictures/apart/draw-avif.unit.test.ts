import { readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { expect, test } from "vitest";
import { drawAvif } from "./draw-avif.ts";

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

test.runIf(process.platform === "linux")(
  "[PF-3] a picture is encoded at low priority, and an abort ends it",
  async () => {
    const before = childrenOf(process.pid);
    const stopping = new AbortController();
    const drawing = drawAvif(new Uint8Array(1), stopping.signal);
    const mine = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    expect(mine.map((pid) => getPriority(pid))).toEqual([constants.priority.PRIORITY_LOW]);
    stopping.abort();
    await expect(drawing).rejects.toThrow("abort");
    await expect.poll(() => childrenOf(process.pid).filter((pid) => mine.includes(pid))).toEqual([]);
  },
);
