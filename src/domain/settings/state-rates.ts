// The owner's table of sales tax: one state and its rate on a line, as the settings form holds it.
import { parseUsState, usStates } from "../postal-address/us-states.ts";
import { fieldsOf } from "../text/fields-of.ts";

/** In percent. No state with its counties and cities asks for more. */
export const STATE_RATE_MAX = 15;
const DECIMALS_MAX = 3;
/** Each state on a line of its own, with room for what is wrong. */
export const STATE_RATES_LENGTH_MAX = 2000;

export type StateRates = Readonly<Record<string, number>>;

/** A line of the table as it is typed: "AZ 8.6". */
export type StateRateLine = { state: string; rate: string };

/** `said`: what is wrong with the line, as a sentence. */
export type WrongStateRate = StateRateLine & { said: string };

const order: string[] = usStates.map(([code]) => code);

/** "AZ 8.6", one line for each state, in the order in which states are listed. */
export function tellStateRates(rates: StateRates): string {
  return order
    .flatMap((state) => (rates[state] === undefined ? [] : [`${state} ${rates[state]}`]))
    .join("\n");
}

/** The lines of the text that hold something, as they were typed; a state by its letters where it is known. */
export function stateRateLines(text: string): StateRateLine[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const letters = /^[a-z]{2}(?![a-z])/i.exec(line)?.[0];
      const digits = line.search(/\d|\.\d/);
      const end = letters ? letters.length : digits < 0 ? line.length : digits;
      const name = line.slice(0, end).replace(/[\s:,=]+$/, "");
      const rate = line.slice(end).replace(/^[\s:,=]+|\s*%$/g, "");
      return { state: parseUsState(name) ?? name, rate };
    });
}

/** The text of these lines, as `stateRateLines` reads it. */
export function stateRatesText(lines: readonly StateRateLine[]): string {
  return lines.map(({ state, rate }) => `${state} ${rate}`.trim()).join("\n");
}

/** Rates as they are typed, and the lines that can't be stored. */
export function parseStateRates(text: string): { rates: StateRates; wrong: WrongStateRate[] } {
  const rates: Record<string, number> = {};
  const wrong: WrongStateRate[] = [];
  for (const { state, rate } of stateRateLines(text)) {
    const said = whatIsWrong(state, rate, rates);
    if (said === null) rates[state] = Number(rate);
    else wrong.push({ state, rate, said });
  }
  return { rates, wrong };
}

function whatIsWrong(state: string, rate: string, before: StateRates): string | null {
  if (parseUsState(state) === null) return `"${state}" is no state: write a line such as AZ 8.6`;
  if (Object.hasOwn(before, state)) return `${state} stands there twice`;
  if (rate === "") return `Enter a rate for ${state}, such as 8.6`;
  if (!/^(?:\d{1,2}(?:\.\d*)?|\.\d+)$/.test(rate) || Number(rate) > STATE_RATE_MAX)
    return `The rate for ${state} must be a number from 0 to ${STATE_RATE_MAX}`;
  if (/\.\d{4,}/.test(rate)) return `Use at most three decimals for ${state}`;
  return null;
}

/** The stored rates that are sound; a restored row may hold anything. */
export function soundStateRates(stored: unknown): StateRates {
  const isRate = (rate: unknown): rate is number =>
    typeof rate === "number" && rate >= 0 && rate <= STATE_RATE_MAX && isShort(rate);
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).filter(([state, rate]) => order.includes(state) && isRate(rate)),
  ) as StateRates;
}

function isShort(rate: number): boolean {
  return Number(rate.toFixed(DECIMALS_MAX)) === rate;
}
