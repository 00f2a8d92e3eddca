import { expect, test } from "vitest";
import { replacedUnseen } from "./replaced-unseen.ts";

const [days, weeks] = [7, 4];
const before = { days, weeks };

test("[PE-2] lists the fields that someone else has changed and the form would overwrite", () => {
  const base = JSON.stringify({ days: 30, weeks: 8 });
  expect(replacedUnseen(base, before, { days: 30, weeks: 8 })).toEqual(["days", "weeks"]);
  expect(replacedUnseen(base, before, { days, weeks: 52 })).toEqual(["weeks"]);
  expect(replacedUnseen(base, before, before)).toEqual([]);
});

test("[PE-2] fields that no one else has changed, or that the form omits, can be saved", () => {
  const after = { days: 30, weeks: 8 };
  expect(replacedUnseen(JSON.stringify(before), before, after)).toEqual([]);
  expect(replacedUnseen(JSON.stringify({ weeks: 1 }), before, after)).toEqual(["weeks"]);
  for (const none of [undefined, "", "no JSON", "null", "7"])
    expect(replacedUnseen(none, before, after)).toEqual([]);
});

test("[PE-2] nothing is a value, too", () => {
  const off = { hours: null };
  expect(replacedUnseen<{ hours: number | null }>('{"hours":4}', off, { hours: 6 })).toEqual(["hours"]);
  expect(replacedUnseen<{ hours: number | null }>('{"hours":null}', { hours: 4 }, off)).toEqual(["hours"]);
});
