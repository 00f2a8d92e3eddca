// The options of a run that cuts the power.
import { parseArgs } from "node:util";
import { type DiskKind, diskKinds } from "./real/disks.ts";

export const USAGE = "npm run power [-- --cuts N] [--seed S] [--only C] [--disk ext4|xfs]";
const CUTS = { simulated: "200", real: "20" };

export type Options = { cuts: number; seed: number; only: number | null; disk: DiskKind | null };

/** The options, or why they are refused. */
export function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        cuts: { type: "string" },
        seed: { type: "string", default: "1" },
        only: { type: "string" },
        disk: { type: "string" },
      },
    });
    const disk = diskKinds.find((kind) => kind === values.disk) ?? null;
    if (values.disk !== undefined && disk === null)
      return `--disk is ${diskKinds.join(", ")}, not ${values.disk}`;
    const { cuts = disk ? CUTS.real : CUTS.simulated, seed, only } = values;
    for (const [name, value] of Object.entries({ cuts, seed, only: only ?? "0" }))
      if (!/^\d{1,6}$/.test(value)) return `--${name} is a whole number, not ${value}`;
    if (Number(cuts) === 0) return "--cuts is at least 1";
    if (only !== undefined && disk) return "--only is for the simulated disk: a real one has no cut twice";
    if (only !== undefined && Number(only) >= Number(cuts))
      return `--only is one of the ${cuts} cuts, 0 to ${Number(cuts) - 1}, not ${only}`;
    return { cuts: Number(cuts), seed: Number(seed), only: only === undefined ? null : Number(only), disk };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
