// How a program is asked, and how it ends when it can't do that. What it does not understand is answered with a sentence,
// the usage and code 2; what the person at the keyboard can fix, such as a database that is missing, with a sentence and
// code 1. Only a bug shows its stack.
import { type ParseArgsConfig, parseArgs } from "node:util";
import { explain, OperatorError } from "#server/core/operator-error.ts";

/** The program was asked for what it does not have. The message is a sentence. */
export class Misused extends OperatorError {}

const MISUSED = 2;

/** What was asked for. Called first, since from then on any uncaught error ends the program as above. */
export function readCommandLine<const T extends ParseArgsConfig>(usage: string, config: T) {
  process.on("uncaughtException", (error) => {
    const isMisused = error instanceof Misused;
    const said = explain(error);
    // A bug is shown whole, with what caused it.
    const shown = said === error.stack ? error : said;
    console.error(isMisused ? `${error.message}\n\n${usage}` : shown);
    process.exit(isMisused ? MISUSED : 1);
  });
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's advice after the first sentence is for other programs.
    throw new Misused(`${error.message.split(/\.?\s*\n|\. /)[0]}.`);
  }
}

/** The value of `--name`, which is a whole number. */
export function wholeNumber(name: string, value: string, least = 1): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
  throw new Misused(`--${name} takes a whole number from ${least} on, not "${value}".`);
}

/** Throws for words that name nothing, since a proof of nothing would hold. */
export function refuseUnknown(what: string, asked: readonly string[], known: readonly string[]): void {
  const unknown = asked.filter((word) => !known.includes(word));
  if (unknown.length === 0) return;
  throw new Misused(`There is no ${what} ${unknown.join(", ")}. There are ${known.join(", ")}.`);
}
