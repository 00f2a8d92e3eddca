// Values that broke other programs before: each stands where a name, a number, an id, or a price is expected.
import type { Random } from "../simulation/random.ts";

const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u202e\u0000",
  "\ud800",
  "\udfff\ud800",
  "💥".repeat(50),
  "ﷺ".repeat(300),
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤",
  "\u0000\u0001\u001b[31m",
  "\r\nSet-Cookie: a=b",
  "%00",
  "%",
  "%zz",
  "../../../etc/passwd",
  "..%2f..%2f",
  "C:\\con",
  "'; drop table orders; --",
  "' or 1=1 --",
  "\\",
  "\\u0000",
  "$1",
  "{{7*7}}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "[object Object]",
  "true",
  "x".repeat(300),
  "x".repeat(5_000),
  "a,".repeat(2_000),
  "-",
  "--",
  "\uffff",
  "\ufeff",
  "e\u0301",
  "İıſK",
];

const NUMBERS = [
  "0",
  "-0",
  "-1",
  "1",
  "1.5",
  "0.1e-400",
  "1e400",
  "9007199254740993",
  "-9223372036854775809",
  "2147483648",
  "99999999999999999999999999",
  "0x10",
  "١٢",
  "1,000",
  "1_000",
  "Infinity",
  "$5",
];

const DATES = [
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "275760-09-13",
  "+275760-09-14",
  "1970-01-01T00:00:00Z",
  "2026-06-01T25:61",
];

const ids = [
  "00000000-0000-0000-0000-000000000000",
  "00000000-0000-4000-8000-000000000001",
  "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF",
  "00000000-0000-4000-8000-00000000000",
  "pi_1",
  "evt_1",
];

export function hostileText(random: Random): string {
  return random.pick(random.pick([TEXTS, TEXTS, NUMBERS, DATES, ids]));
}

/** JSON of any shape, some of it deep, wide, or made to pollute. */
export function hostileJson(random: Random): string {
  const deep = random.pick([10, 1_000, 20_000]);
  return random.pick([
    () => `${"[".repeat(deep)}${"]".repeat(deep)}`,
    () => `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
    () => '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    () => JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, at]))),
    () => JSON.stringify([hostileText(random)]),
    () => JSON.stringify(hostileText(random)),
    () => '{"a":1,"a":2}',
    () => '{"a":1e999,"b":-0,"c":1E-400}',
    () => '{"a":"\\ud800\\u0000"}',
    () => '{"a":',
    () => "\ufeff{}",
    () => "NaN",
    () => "",
    () => "null",
    () => "0",
  ])();
}

/** A valid value with one or two of its parts replaced. */
export function spoiled(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (random.chance(0.2)) return random.pick<unknown>([[], {}, value.concat(value), [value], null]);
    const at = random.below(Math.max(value.length, 1));
    return value.map((each, index) => (index === at ? spoiled(random, each) : each));
  }
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value);
    const name = random.pick(names.length > 0 ? names : ["x"]);
    const entries = Object.entries(value).filter(([each]) => each !== name || random.chance(0.85));
    return Object.fromEntries([
      ...entries.map(([each, part]) => [each, each === name ? spoiled(random, part) : part]),
      ...(random.chance(0.2) ? [[hostileText(random), hostileText(random)]] : []),
    ]);
  }
  return random.pick<unknown>([
    hostileText(random),
    hostileText(random),
    hostileText(random),
    Number(random.pick(NUMBERS)),
    [],
    {},
    [[value]],
    null,
    true,
  ]);
}
