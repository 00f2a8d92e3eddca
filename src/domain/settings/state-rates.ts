// The owner's table of sales tax: one state, its rate, and whether it taxes shipping on a line, as the settings form holds it:
// "AZ 8.6", "NY 8.875 + shipping".
import { parseUsState, usStates } from "../postal-address/us-states.ts";
import { fieldsOf } from "../text/fields-of.ts";
import type { TaxSettings } from "./settings.ts";

/** In percent. No state with its counties and cities asks for more. */
export const STATE_RATE_MAX = 15;
const DECIMALS_MAX = 3;
/** Each state on a line of its own, with room for what is wrong. */
export const STATE_RATES_LENGTH_MAX = 2000;

export type StateRates = Readonly<Record<string, number>>;

export type StateTaxes = Pick<TaxSettings, "stateRates" | "taxedShipping">;

/** A line of the table as it is typed: "AZ 8.6". `taxesShipping`: "+ shipping" stands behind the rate. */
export type StateRateLine = { state: string; rate: string; taxesShipping: boolean };

/** `said`: what is wrong with the line, as a sentence. */
export type WrongStateRate = Pick<StateRateLine, "state" | "rate"> & { said: string };

const order: string[] = usStates.map(([code]) => code);

/** One line for each state, in the order in which states are listed. */
export function formatStateTaxes({ stateRates, taxedShipping }: StateTaxes): string {
  const lines = order.flatMap((state) => {
    const rate = stateRates[state];
    return rate === undefined
      ? []
      : [{ state, rate: String(rate), taxesShipping: taxedShipping.includes(state) }];
  });
  return stateRatesText(lines);
}

const SHIPPING_TOO = /[\s,]*\+?\s*shipping$/i;

/** The lines of the text that hold something, as they were typed; a state by its letters where it is known. */
export function stateRateLines(text: string): StateRateLine[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((typed) => {
      const line = typed.replace(SHIPPING_TOO, "");
      const letters = /^[a-z]{2}(?![a-z])/i.exec(line)?.[0];
      const digits = line.search(/\d|\.\d/);
      const end = letters ? letters.length : digits < 0 ? line.length : digits;
      const name = line.slice(0, end).replace(/[\s:,=]+$/, "");
      const rate = line.slice(end).replace(/^[\s:,=]+|\s*%$/g, "");
      return { state: parseUsState(name) ?? name, rate, taxesShipping: line !== typed };
    });
}

/** The text of these lines, as `stateRateLines` reads it. */
export function stateRatesText(lines: readonly StateRateLine[]): string {
  return lines
    .map(({ state, rate, taxesShipping }) => `${state} ${rate}${taxesShipping ? " + shipping" : ""}`.trim())
    .join("\n");
}

/** Rates as they are typed, and the lines that can't be stored. */
export function parseStateRates(text: string): {
  rates: StateRates;
  taxedShipping: string[];
  wrong: WrongStateRate[];
} {
  const rates: Record<string, number> = {};
  const taxedShipping: string[] = [];
  const wrong: WrongStateRate[] = [];
  for (const { state, rate, taxesShipping } of stateRateLines(text)) {
    const said = whatIsWrong(state, rate, rates);
    if (said === null) rates[state] = Number(rate);
    else wrong.push({ state, rate, said });
    if (said === null && taxesShipping) taxedShipping.push(state);
  }
  return { rates, taxedShipping, wrong };
}

function whatIsWrong(state: string, rate: string, before: StateRates): string | null {
  if (parseUsState(state) === null) return `"${state}" is not a state: enter a line such as AZ 8.6`;
  if (Object.hasOwn(before, state)) return `${state} is listed twice`;
  if (rate === "") return `Enter a rate for ${state}, such as 8.6`;
  if (!/^(?:\d{1,2}(?:\.\d*)?|\.\d+)$/.test(rate) || Number(rate) > STATE_RATE_MAX)
    return `The rate for ${state} must be a number from 0 to ${STATE_RATE_MAX}`;
  if (/\.\d{4,}/.test(rate)) return `Use at most three decimals for ${state}`;
  return null;
}

/** What is sound of the stored table; a restored row may hold anything. */
export function soundStateTaxes(stored: { stateRates: unknown; taxedShipping: unknown }): StateTaxes {
  const stateRates = soundStateRates(stored.stateRates);
  const taxed: unknown[] = Array.isArray(stored.taxedShipping) ? stored.taxedShipping : [];
  return { stateRates, taxedShipping: Object.keys(stateRates).filter((state) => taxed.includes(state)) };
}

function soundStateRates(stored: unknown): StateRates {
  const isRate = (rate: unknown): rate is number =>
    typeof rate === "number" && rate >= 0 && rate <= STATE_RATE_MAX && isShort(rate);
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).filter(([state, rate]) => order.includes(state) && isRate(rate)),
  ) as StateRates;
}

function isShort(rate: number): boolean {
  return Number(rate.toFixed(DECIMALS_MAX)) === rate;
}
