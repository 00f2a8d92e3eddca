import { expect, test } from "vitest";
import { type Held, heldNow, type Loaded } from "./use-held.ts";

const held: Held<string> = { seen: "1", round: 0, typed: "nothing", formKey: 1, answer: undefined };
const quiet = { answer: undefined, isPending: false, isKept: false, isOld: false };
/** Somebody has corrected the order: another form of the page was answered, and the page was loaded again. */
const corrected: Loaded<string> = { ...quiet, seen: "2", formKey: 2 };

test("[EA-2] a form in which nothing is typed starts again with what is loaded", () => {
  expect(heldNow(held, { ...quiet, seen: "1", formKey: 1 })).toBe(held);
  expect(heldNow(held, corrected)).toEqual({ ...held, seen: "2", formKey: 2, round: 1 });
  expect(heldNow(held, { ...corrected, formKey: 1 })).toEqual({ ...held, seen: "2" });
});

test.each(["something", "sent"] as const)(
  "[EA-2] a form with %s in it still says what its owner saw",
  (typed) => {
    const filled = { ...held, typed };
    expect(heldNow(filled, corrected)).toBe(filled);
  },
);

test("[EA-2] only a refusal that says so takes what is loaded, and leaves what is typed", () => {
  const sent = { ...held, typed: "sent" } as const;
  const mistyped = { ...corrected, answer: {}, isKept: true };
  expect(heldNow(sent, mistyped)).toEqual({ ...sent, answer: mistyped.answer });
  const old = { ...mistyped, isOld: true };
  expect(heldNow(sent, { ...old, isPending: true })).toBe(sent);
  const told = heldNow(sent, old);
  expect(told).toEqual({ ...sent, answer: old.answer, seen: "2" });
  // What is corrected after it was told of is seen by nobody yet.
  expect(heldNow(told, { ...old, seen: "3" })).toBe(told);
});

test("[EA-2] a form that is done starts again, but not over what is typed since", () => {
  const done = { ...corrected, answer: {} };
  expect(heldNow({ ...held, typed: "sent" }, { ...done, isPending: true }).round).toBe(0);
  expect(heldNow({ ...held, typed: "sent" }, done)).toMatchObject({ typed: "nothing", seen: "2", round: 1 });
  expect(heldNow({ ...held, typed: "something" }, done)).toMatchObject({
    typed: "something",
    seen: "1",
    round: 0,
  });
});
