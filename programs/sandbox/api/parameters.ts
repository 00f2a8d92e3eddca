// Declares and reads the parameters of an endpoint. Like Stripe, it refuses anything undeclared
// (`parameter_unknown`), so that a typo in the shop fails here and not in production.
import { invalidRequest } from "./api-error.ts";
import type { FormTree } from "./form-body.ts";

/**
 * "texts" is a list of strings; "map" is free name-value pairs; "range" is Stripe's `created`, a number or
 * `{gt, gte, lt, lte}`; `[rule]` is a list; an object is a nested group.
 */
export type Rule = "text" | "integer" | "boolean" | "map" | "range" | "texts" | readonly [Rule] | Shape;
export type Shape = { readonly [name: string]: Rule };

/** Groups and maps are null when the caller sent an empty string, which at Stripe means "unset". */
type ValueOf<R> = R extends "text"
  ? string
  : R extends "integer"
    ? number
    : R extends "boolean"
      ? boolean
      : R extends "map"
        ? Record<string, string> | null
        : R extends "range"
          ? { from?: number; to?: number }
          : R extends "texts"
            ? string[]
            : R extends readonly [infer Item]
              ? NonNullable<ValueOf<Item>>[]
              : R extends Shape
                ? Parameters<R> | null
                : never;
/**
 * The shape of the installed package's parameters: the same names, no others, and a rule that fits each value's
 * type. A shape may leave out parameters, which are then refused.
 */
export type ShapeFor<P> = { readonly [K in keyof P]?: RuleFor<ObjectsOf<P[K]>> };
/** Without the text types of open lists, such as "card" or any other text. */
type ObjectsOf<V> = Extract<Exclude<V, string>, object>;
type RuleFor<O> = [O] extends [never]
  ? "text" | "integer" | "boolean"
  : O extends readonly (infer E)[]
    ? "texts" | readonly [ShapeFor<E>]
    : "map" | "range" | ShapeFor<O>;

export type Parameters<S extends Shape> = { -readonly [K in keyof S]?: ValueOf<S[K]> };

const METADATA_KEYS_MAX = 50;
const METADATA_KEY_LENGTH_MAX = 40;
const METADATA_VALUE_LENGTH_MAX = 500;
const TEXT_LENGTH_MAX = 5000;

export function readParameters<S extends Shape>(tree: FormTree, shape: S, path = ""): Parameters<S> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(tree)) {
    const param = path ? `${path}[${name}]` : name;
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (rule === undefined) {
      throw invalidRequest(`Received unknown parameter: ${param}`, "parameter_unknown", param);
    }
    result[name] = readValue(value, rule, param);
  }
  return result as Parameters<S>;
}

function readValue(value: string | FormTree, rule: Rule, param: string): unknown {
  if (rule === "text") return readText(value, param);
  if (rule === "integer") return readInteger(value, param);
  if (rule === "boolean") return readBoolean(value, param);
  if (rule === "range") return readRange(value, param);
  if (value === "") return rule === "texts" || Array.isArray(rule) ? [] : null;
  if (typeof value === "string") throw invalidRequest(`Invalid object: ${param}`, "parameter_invalid", param);
  if (rule === "map") return readMetadata(value, param);
  if (rule === "texts") return Object.values(value).map((item) => readText(item, param));
  if (isList(rule)) {
    return Object.entries(value).map(([index, item]) => readValue(item, rule[0], `${param}[${index}]`));
  }
  return readParameters(value, rule, param);
}

const isList = (rule: Rule): rule is readonly [Rule] => Array.isArray(rule);

function readText(value: string | FormTree, param: string): string {
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${param}`, "parameter_invalid", param);
  if (value.length > TEXT_LENGTH_MAX) {
    throw invalidRequest(`Invalid string: ${param} is too long.`, "parameter_invalid", param);
  }
  return value;
}

function readInteger(value: string | FormTree, param: string): number {
  if (typeof value !== "string" || !/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${String(value)}`, "parameter_invalid_integer", param);
  }
  return Number(value);
}

/** Both ends included; in whole seconds, "greater than" means from the next second on. */
function readRange(value: string | FormTree, param: string): { from?: number; to?: number } {
  if (typeof value === "string") {
    const at = readInteger(value, param);
    return { from: at, to: at };
  }
  const range: { from?: number; to?: number } = {};
  for (const [name, bound] of Object.entries(value)) {
    const seconds = readInteger(bound, `${param}[${name}]`);
    if (name === "gte") range.from = seconds;
    else if (name === "gt") range.from = seconds + 1;
    else if (name === "lte") range.to = seconds;
    else if (name === "lt") range.to = seconds - 1;
    else
      throw invalidRequest(
        `Received unknown parameter: ${param}[${name}]`,
        "parameter_unknown",
        `${param}[${name}]`,
      );
  }
  return range;
}

function readBoolean(value: string | FormTree, param: string): boolean {
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  throw invalidRequest(`Invalid boolean: ${String(value)}`, "parameter_invalid", param);
}

function readMetadata(tree: FormTree, param: string): Record<string, string> {
  const entries = Object.entries(tree);
  if (entries.length > METADATA_KEYS_MAX) {
    throw invalidRequest(`Metadata can have up to ${METADATA_KEYS_MAX} keys.`, "parameter_invalid", param);
  }
  for (const [key, value] of entries) {
    if (key.length > METADATA_KEY_LENGTH_MAX) {
      throw invalidRequest(
        `Metadata keys can be up to ${METADATA_KEY_LENGTH_MAX} characters.`,
        "parameter_invalid",
        param,
      );
    }
    if (typeof value !== "string" || value.length > METADATA_VALUE_LENGTH_MAX) {
      throw invalidRequest(
        `Metadata values must be strings of up to ${METADATA_VALUE_LENGTH_MAX} characters.`,
        "parameter_invalid",
        `${param}[${key}]`,
      );
    }
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Applies a metadata parameter to what is stored: an empty value removes its key, an unset map removes all. */
export function mergeMetadata(
  stored: Record<string, string>,
  change: Record<string, string> | null | undefined,
) {
  if (change === undefined) return stored;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...stored, ...change }).filter(([, value]) => value !== ""));
}
