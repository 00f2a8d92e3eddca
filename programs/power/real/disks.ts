// File systems that can lose their power. They lie on a loop device; the kernel's own shutdown call stops them at once,
// without writing what waits in memory, and mounting them again replays their journal. Whoever lacks the machinery for
// it hears which part.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { OperatorError } from "#server/operator-error.ts";

export const diskKinds = ["ext4", "xfs"] as const;
export type DiskKind = (typeof diskKinds)[number];

export type CuttableDisk = {
  /** Where it is mounted. */
  folder: string;
  /** Cuts the power; `kill` then ends the processes that use the disk. */
  cut: (kill: () => Promise<void>) => Promise<void>;
  close: () => void;
};

const GiB = 1024 ** 3;

/** Makes a new disk of this kind and mounts it. */
export function openDisk(kind: DiskKind): CuttableDisk {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new OperatorError(`A power cut on ${kind} needs Linux and root: it mounts a file system.`);
  const home = mkdtempSync(path.join(tmpdir(), "shop-disk-"));
  try {
    return mountLoopDisk(kind, home);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

function mountLoopDisk(kind: DiskKind, home: string): CuttableDisk {
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
    close: () => {
      run("umount", folder);
      rmSync(home, { recursive: true, force: true });
    },
  };
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
