// The kinds of attribute that a product may have: text of one line or several, a choice, an amount of money, a measure,
// a swatch.
// A kind holds the rules for what is typed; the table (product-fields.ts) holds names and limits.
import { type Cents, formatDollars } from "../money/money.ts";
import { parseDollars } from "../money/money-input.ts";
import { momentOfLocal } from "../text/zone-time.ts";

export type Parsed<V> = { ok: true; value: V } | { ok: false; message: string };

/** How an attribute is typed in. It also decides how a file and a list of changes show it. */
export type Input =
  | {
      kind: "line";
      lengthMax: number;
      /** Its input offers what other products have there, so that one thing keeps one name. */
      isSuggested?: true;
    }
  | { kind: "text"; lengthMax: number; rows: number }
  | { kind: "money" }
  | { kind: "choice"; labels: Readonly<Record<string, string>> }
  /** One of the owner's categories, which the form is given. */
  | { kind: "category" }
  | { kind: "measure"; unit: string }
  | { kind: "moment" }
  | { kind: "swatch" };

/** The parts of the form. Each shows its attributes in the order of the table. */
export type FormSection = "details" | "facts" | "options" | "selling";

/** `owner`: the back office alone. `lists`: product cards as well. `page`: the product's page and the feed. */
export type Audience = "owner" | "lists" | "page";

export type Facts<Column extends string, Seen extends Audience> = {
  /** Its name in a list of changes, and above its input unless there is a `title`. */
  label: string;
  title?: string;
  hint?: string;
  /** Its name in messages, and its column in a file where Shopify has none. */
  noun: string;
  /** Its column in the table `products`. */
  column: Column;
  section: FormSection;
  audience: Seen;
};

/** The other fields of the form that a rule may depend on. */
type FormTexts = { price: string; saleStartsAt: string };

export type Attribute<V, Stored, Column extends string = string, Seen extends Audience = Audience> = Facts<
  Column,
  Seen
> & {
  input: Input;
  /** The text in the form of a new product. */
  initial: string;
  /** The value of a product for which nothing was entered. */
  blank: V;
  /** A value → the text in its input. */
  write: (value: V) => string;
  /** What was typed → the value, or why it is refused. */
  parse: (text: string, form: FormTexts) => Parsed<V>;
  /** A value → its database column, and back. */
  store: (value: V) => Stored;
  load: (stored: Stored) => V;
};

type TextAttribute = { lengthMin?: number; initial?: string; input: Extract<Input, { lengthMax: number }> };

/** Text of one line or several. Without `lengthMin` it may be empty; `initial` is what it is before anybody types. */
export function written<Column extends string, Seen extends Audience>({
  lengthMin = 0,
  initial = "",
  input,
  ...facts
}: Facts<Column, Seen> & TextAttribute): Attribute<string, string, Column, Seen> {
  const parse = (typed: string): Parsed<string> => {
    const value = input.kind === "text" ? typed.trim() : typed.trim().replace(/\s+/g, " ");
    const length = [...value].length;
    if (length >= lengthMin && length <= input.lengthMax) return { ok: true, value };
    const limit = length < lengthMin ? `at least ${lengthMin}` : `at most ${input.lengthMax}`;
    return { ok: false, message: `${facts.noun} must be ${limit} characters long` };
  };
  return { ...facts, input, initial, blank: initial, write: same, parse, store: same, load: same };
}

type Choice<V extends string> = { labels: Readonly<Record<V, string>>; initial: NoInfer<V> };

/** One of the names in `labels`. */
export function choice<V extends string, Column extends string, Seen extends Audience>({
  labels,
  initial,
  ...facts
}: Facts<Column, Seen> & Choice<V>): Attribute<V, string, Column, Seen> {
  const load = (stored: string) => (isChoice(stored, labels) ? stored : initial);
  const names = Object.values<string>(labels);
  const message = `${facts.noun} must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  const parse = (text: string): Parsed<V> =>
    isChoice(text, labels) ? { ok: true, value: text } : { ok: false, message };
  const input: Input = { kind: "choice", labels };
  return { ...facts, input, initial, blank: initial, write: same, parse, store: same, load };
}

/** The id of a category. Whether there is such a one, only the form's check knows (checkProduct). */
export function inCategory<Column extends string, Seen extends Audience>(
  facts: Facts<Column, Seen>,
): Attribute<string, string, Column, Seen> {
  const parse = (value: string): Parsed<string> => ({ ok: true, value });
  const input: Input = { kind: "category" };
  return { ...facts, input, initial: "", blank: "", write: same, parse, store: same, load: same };
}

function isChoice<V extends string>(text: string, labels: Readonly<Record<V, string>>): text is V {
  return Object.hasOwn(labels, text);
}

type Amount<V> = { blank: V; parse: (text: string, form: FormTexts) => Parsed<V> };

/** An amount of money in cents; null for none, or whatever `blank` says. */
export function money<V extends Cents | null, Column extends string, Seen extends Audience>(
  facts: Facts<Column, Seen> & Amount<V>,
): Attribute<V, V, Column, Seen> {
  const write = (cents: V) => (cents === null || cents === facts.blank ? "" : formatDollars(cents));
  return { ...facts, input: { kind: "money" }, initial: "", write, store: same, load: same };
}

type Measure = { unit: string; max: number };

/** A number above 0 with at most one decimal, in `unit`; null for none. */
export function measure<Column extends string, Seen extends Audience>({
  unit,
  max,
  ...facts
}: Facts<Column, Seen> & Measure): Attribute<number | null, number | null, Column, Seen> {
  const message = `${facts.noun} must be a number above 0 and at most ${max}, with at most one decimal`;
  const parse = (text: string): Parsed<number | null> => {
    const typed = text.trim();
    if (typed === "") return { ok: true, value: null };
    const value = /^\d{1,6}(\.\d)?$/.test(typed) ? Number(typed) : 0;
    return value > 0 && value <= max ? { ok: true, value } : { ok: false, message };
  };
  const write = (value: number | null) => (value === null ? "" : String(value));
  const input: Input = { kind: "measure", unit };
  return { ...facts, input, initial: "", blank: null, write, parse, store: same, load: same };
}

/** A color as screens show it: "#1f3d2b", in lower case; "" for none. */
export function swatch<Column extends string, Seen extends Audience>(
  facts: Facts<Column, Seen>,
): Attribute<string, string, Column, Seen> {
  const message = `${facts.noun} must be six digits behind a #, such as #1f3d2b`;
  const parse = (text: string): Parsed<string> => {
    const value = text.trim().toLowerCase();
    return /^(#[0-9a-f]{6})?$/.test(value) ? { ok: true, value } : { ok: false, message };
  };
  return {
    ...facts,
    input: { kind: "swatch" },
    initial: "",
    blank: "",
    write: same,
    parse,
    store: same,
    load: same,
  };
}

/** A moment on the clocks of the store's time zone, "2026-11-27T00:00"; "" for none. `check`: why it is refused. */
export function moment<Column extends string, Seen extends Audience>({
  check = () => null,
  ...facts
}: Facts<Column, Seen> & {
  check?: (value: string, form: FormTexts) => string | null;
}): Attribute<string, string, Column, Seen> {
  const message = `${facts.noun} must be a date and a time, such as 2026-11-27T09:30, or empty`;
  const parse = (text: string, form: FormTexts): Parsed<string> => {
    const typed = text.trim().replace(" ", "T");
    if (typed !== "" && momentOfLocal(typed, "UTC") === null) return { ok: false, message };
    const value = typed.slice(0, MOMENT_LENGTH);
    const problem = value === "" ? null : check(value, form);
    return problem ? { ok: false, message: problem } : { ok: true, value };
  };
  const input: Input = { kind: "moment" };
  return { ...facts, input, initial: "", blank: "", write: same, parse, store: same, load: same };
}

const MOMENT_LENGTH = "2026-11-27T09:30".length;

const WORDS_LENGTH_MAX = 80;

/** The text of an input as a list of changes shows it; without an `input`, that of a line. */
export function inWords(text: string, input?: Input): string {
  if (input?.kind === "choice") return labelOf(text, input.labels);
  if (input?.kind === "moment") return text === "" ? "none" : text.replace("T", " ");
  if (input?.kind === "money") return parseDollars(text) === null ? "none" : `$${text}`;
  const signs = [...text];
  return signs.length > WORDS_LENGTH_MAX
    ? `${signs.slice(0, WORDS_LENGTH_MAX - 1).join("")}…`
    : text || "none";
}

/** The label of a chosen value; an unknown value is its own label. */
export function labelOf(value: string, labels: Readonly<Record<string, string>>): string {
  return isChoice(value, labels) ? (labels[value] ?? value) : value;
}

function same<T>(value: T): T {
  return value;
}
