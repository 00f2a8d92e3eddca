// File systems that can lose their power. ext4 and xfs lie on a loop device; the kernel's own shutdown call stops them at
// once, without writing what waits in memory, and mounting them again replays their journal. LazyFS (a file system for
// this purpose, github.com/dsrhaslab/lazyfs) keeps whatever is not flushed in a cache of its own and drops it when told.
// Whoever lacks the machinery for one hears which part.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { OperatorError } from "#server/operator-error.ts";

export const diskKinds = ["ext4", "xfs", "lazyfs"] as const;
export type DiskKind = (typeof diskKinds)[number];

export type CuttableDisk = {
  /** Where it is mounted. */
  folder: string;
  /** Cuts the power. `kill` ends the processes that use the disk, at the moment that fits. */
  cut: (kill: () => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};

const GiB = 1024 ** 3;
const WAIT_MS_MAX = 20_000;
const POLL_MS = 20;

export async function openDisk(kind: DiskKind): Promise<CuttableDisk> {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new OperatorError(`A power cut on ${kind} needs Linux and root: it mounts a file system.`);
  const home = mkdtempSync(path.join(tmpdir(), "shop-disk-"));
  try {
    const disk = await (kind === "lazyfs" ? openLazyDisk(home) : openLoopDisk(kind, home));
    const close = async () => {
      await disk.close();
      rmSync(home, { recursive: true, force: true });
    };
    return { ...disk, close };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

async function openLoopDisk(kind: "ext4" | "xfs", home: string): Promise<CuttableDisk> {
  const image = path.join(home, "image");
  const folder = path.join(home, "disk");
  mkdirSync(folder);
  writeFileSync(image, "");
  truncateSync(image, 2 * GiB);
  const mount = () => run("mount", "-o", "loop", image, folder);
  run("xfs_io", "-V");
  run(`mkfs.${kind}`, "-q", image);
  mount();
  return {
    folder,
    cut: async (kill) => {
      run("xfs_io", "-x", "-c", "shutdown", folder);
      await kill();
      run("umount", folder);
      mount();
    },
    close: async () => run("umount", folder),
  };
}

async function openLazyDisk(home: string): Promise<CuttableDisk> {
  const program = process.env.LAZYFS;
  if (!program)
    throw new OperatorError("LazyFS is not on this machine: build it and name its program in LAZYFS.");
  const place = (name: string) => path.join(home, name);
  const [folder, below, commands, done] = [place("disk"), place("below"), place("commands"), place("done")];
  for (const made of [folder, below]) mkdirSync(made);
  const settings = [
    `[faults]\nfifo_path="${commands}"\nfifo_path_completed="${done}"`,
    '[cache]\napply_eviction=false\n[cache.simple]\ncustom_size="1gb"\nblocks_per_page=1',
    `[filesystem]\nlog_all_operations=false\nlogfile="${place("log")}"`,
  ];
  writeFileSync(place("settings.toml"), settings.join("\n"));
  const below_ = ["-o", "allow_other", "-o", "modules=subdir", "-o", `subdir=${below}`, "-f"];
  const lazy = spawn(program, [folder, "--config-path", place("settings.toml"), ...below_], {
    stdio: "ignore",
  });
  await mounted(lazy, program, folder);
  return {
    folder,
    cut: async (kill) => {
      await kill();
      const answer = readFile(done, "utf8");
      await writeFile(commands, "lazyfs::clear-cache\n");
      const said = await answer;
      if (!said.includes("finished::clear-cache")) throw new Error(`LazyFS answered ${said}`);
    },
    close: async () => {
      const gone = once(lazy, "exit");
      run("umount", folder);
      await gone;
    },
  };
}

async function mounted(lazy: ChildProcess, program: string, folder: string): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    lazy.once("error", (error) => reject(new OperatorError(`LazyFS can't be started: ${error.message}`)));
    lazy.once("exit", (code) => reject(new OperatorError(`${program} ended at once with code ${code}.`)));
  });
  failed.catch(() => {});
  const isThere = async () => {
    const until = performance.now() + WAIT_MS_MAX;
    while (!readFileSync("/proc/mounts", "utf8").includes(` ${folder} `)) {
      if (performance.now() > until) throw new OperatorError(`${program} did not mount ${folder}.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  await Promise.race([isThere(), failed]);
}

function run(program: string, ...parameters: string[]): void {
  try {
    execFileSync(program, parameters, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const said = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      isMissing ? `${program} is not on this machine.` : `${program} failed: ${said.trim()}`,
    );
  }
}
