// `npm run power [-- --cuts N] [--seed S] [--only C]` records a shop's life and cuts its power N times on a simulated
// disk; `--only C` looks at one of these cuts, the first is 0. `npm run power -- --disk ext4|xfs [--cuts N]` cuts the real shop off
// a real file system instead, for which it has to be root. Prints what was found.
// Exit codes: 0 nothing was lost, 1 something was, or the machinery is missing, 2 the options were not understood.
import { OperatorError } from "#server/operator-error.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { cutPower, type PowerFigures, recordLife } from "./power-run.ts";
import { cutRealDisk, type DiskFigures } from "./real/disk-run.ts";

const VISITS = 10;

const say = (line: string) => console.log(line);
const options = readOptions(process.argv.slice(2));
if (typeof options === "string") {
  console.error(`${options}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  // The databases whose power was cut are never closed, and their timers would go on.
  process.exit(await main(options));
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
