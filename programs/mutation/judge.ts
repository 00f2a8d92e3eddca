// Lets mutants meet the nets, one after the other per worker. Each worker has a copy of the tree.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { applyMutant, type Mutant } from "./mutant.ts";
import { NetBroken } from "./nets/baseline.ts";
import type { Net, Nets } from "./nets/nets.ts";
import { endAll, newMark, watch } from "./nets/run-program.ts";
import type { Tree } from "./nets/tree.ts";
import type { Verdict } from "./nets/verdict.ts";
import type { Result } from "./results.ts";

export type Worker = { tree: Tree; nets: Nets };
/** A machine that needs so much longer for the clean code is busier than when it was measured. */
const NOISE = 1.3;

type Judging = { tree: Pick<Tree, "folder" | "change">; nets: Pick<Nets, "of" | "settle"> };

/**
 * Writes the mutant down, asks the nets until one fails, and takes it back. A net that could not go on proves nothing, so
 * the next one decides. One that had not run on the clean code does so after its kill. One that ran out of time is tried anew when the clean code takes longer now too: a busy machine
 * kills no mutant. Throws NetBroken if it can't go on without the mutant either.
 */
export async function judge({ tree, nets }: Judging, mutant: Mutant, source: string): Promise<Result> {
  const began = performance.now();
  const change = () => tree.change(mutant.file, applyMutant(source, mutant));
  let undo = change();
  /** What the net says with all the time that the machine needs for the clean code now, if it had too little. */
  const again = async (net: Net, verdict: Verdict): Promise<Verdict> => {
    undo();
    const seconds = await secondsOnCleanCode(net);
    undo = change();
    return seconds > net.seconds * NOISE ? net.meet(seconds) : verdict;
  };
  const passed: string[] = [];
  const unable: { net: Net; by: string }[] = [];
  let decided: Pick<Result, "status" | "net" | "by"> | null = null;
  let unproven: Net | null = null;
  try {
    for (const net of nets.of(mutant)) {
      let verdict = await net.meet();
      if (verdict.is === "timeout") verdict = await again(net, verdict);
      if (verdict.is === "unable") {
        unable.push({ net, by: tidy(verdict.by, tree.folder) });
      } else if (verdict.is === "alive") {
        passed.push(net.name);
      } else {
        decided = { status: verdict.is, net: net.name, by: tidy(verdict.by, tree.folder) };
        if (net.seconds === Number.POSITIVE_INFINITY) unproven = net;
        break;
      }
    }
  } finally {
    undo();
  }
  for (const { net, by } of unable) {
    const wrong = await net.runClean();
    if (wrong !== null)
      throw new NetBroken(`${net.name} can't go on (${by}), nor on the clean code: ${wrong}`);
  }
  const wrong = await unproven?.runClean();
  if (wrong) throw new NetBroken(`${decided?.by} fails on the clean code: ${wrong}`);
  await nets.settle(mutant, decided?.net === "simulation");
  const { id, area } = mutant;
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const by = unable.map((one) => `${one.net.name} could not tell: ${one.by}`).join("; ");
  return { id, area, ...(decided ?? { status: "survived", net: passed.join(" "), by }), seconds };
}

/** Throws NetBroken if the clean code fails. */
async function secondsOnCleanCode(net: Net): Promise<number> {
  const began = performance.now();
  const wrong = await net.runClean();
  if (wrong !== null) throw new NetBroken(`${net.name} fails on the clean code: ${wrong}`);
  return (performance.now() - began) / 1_000;
}

/** One line, without the folder of the copy and without what differs from run to run. */
function tidy(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, "").replace(/\s+/g, " ").trim().slice(0, 200);
}

/** Holds a lock file while `work` runs, so that other heavy programs of the machine take turns with it. */
export async function whileHolding<T>(file: string | undefined, work: () => Promise<T>): Promise<T> {
  if (file === undefined) return work();
  const mark = newMark();
  const holder = spawn("flock", [file, "sh", "-c", "echo held; exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  watch(holder, mark);
  const [first] = await Promise.race([
    once(holder.stdout, "data"),
    once(holder, "error"),
    once(holder, "exit"),
  ]);
  if (!Buffer.isBuffer(first)) throw new Error(`flock can't hold ${file}: ${String(first)}`);
  try {
    return await work();
  } finally {
    endAll(holder, mark);
  }
}
