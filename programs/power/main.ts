// `npm run power [-- --cuts N] [--seed S] [--only C]` records a shop's life and cuts its power N times on a simulated
// disk; `--only C` looks at one of these cuts. `npm run power -- --disk ext4|xfs [--cuts N]` cuts the real shop off
// a real file system instead, for which it has to be root. Prints what was found.
// Exit codes: 0 nothing was lost, 1 something was, or the machinery is missing, 2 the options were not understood.
import { parseArgs } from "node:util";
import { OperatorError } from "#server/operator-error.ts";
import { cutPower, type PowerFigures, recordLife } from "./power-run.ts";
import { cutRealDisk, type DiskFigures } from "./real/disk-run.ts";
import { type DiskKind, diskKinds } from "./real/disks.ts";

const USAGE = "npm run power [-- --cuts N] [--seed S] [--only C] [--disk ext4|xfs]";
const VISITS = 10;
const CUTS = { simulated: "200", real: "20" };

type Options = { cuts: number; seed: number; only: number | null; disk: DiskKind | null };

const say = (line: string) => console.log(line);
const options = readOptions();
if (typeof options === "string") {
  console.error(`${options}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(options);
}

/** The options, or why they are refused. */
function readOptions(): Options | string {
  try {
    const { values } = parseArgs({
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
    return { cuts: Number(cuts), seed: Number(seed), only: only === undefined ? null : Number(only), disk };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main({ cuts, seed, only, disk }: Options): Promise<number> {
  try {
    const { unopened, broken, lines } = disk
      ? realTable(await cutRealDisk(disk, { cuts, seed, say }))
      : table(await simulate());
    for (const line of lines) say(line);
    if (unopened + broken === 0) say("Nothing that was acknowledged was lost.");
    return unopened + broken === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    return 1;
  }

  async function simulate(): Promise<PowerFigures> {
    const life = await recordLife({ visits: VISITS, seed });
    say(`${life.steps.length} steps were recorded`);
    try {
      return await cutPower(life, { cuts, seed, say, ...(only === null ? {} : { only }) });
    } finally {
      life.provider.close();
    }
  }
}

function table(figures: PowerFigures) {
  const { steps, flushes, cuts, losses, promises, orders, unopened, broken, lost } = figures;
  const lines = [
    `steps recorded / flushes            ${steps} / ${flushes}`,
    `promises / orders among them        ${promises} / ${orders}`,
    `power cuts                          ${cuts}`,
    `  all that was not flushed is lost  ${losses.everything}`,
    `  some of it is, torn or whole      ${losses.some}`,
    `  none of it is                     ${losses.nothing}`,
    `databases that did not open         ${unopened}`,
    `cuts after which something is wrong ${broken}`,
    `acknowledged and lost               ${lost}`,
  ];
  return { unopened, broken, lines };
}

function realTable({ cuts, orders, payments, unopened, broken }: DiskFigures) {
  const lines = [
    `power cuts                          ${cuts}`,
    `payments that succeeded             ${payments}`,
    `orders confirmed to a shopper       ${orders}`,
    `databases that did not open         ${unopened}`,
    `cuts after which something is wrong ${broken}`,
  ];
  return { unopened, broken, lines };
}
