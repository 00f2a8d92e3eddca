import { describe, expect, test } from "vitest";
import { isSameForm, valueAt, valuesIn, withTypedSince } from "./form-values.ts";

test("a form is read with its lists", () => {
  const form = new FormData();
  for (const [name, value] of [
    ["name", "Polo"],
    ["sizes[0].name", "S"],
    ["sizes[1].name", "M"],
  ] as const)
    form.append(name, value);
  expect(valuesIn(form)).toEqual({ name: "Polo", sizes: [{ name: "S" }, { name: "M" }] });
  const found = ["name", "sizes[1].name", "sizes[2].name"].map((path) => valueAt(valuesIn(form), path));
  expect(found).toEqual(["Polo", "M", undefined]);
});

test("[ST-1] numbers, switches, and blank fields are the same as texts", () => {
  const stored = { days: 7, isOn: true, isOff: false, phone: "", at: null, hours: "9am\nnoon" };
  expect(isSameForm(stored, { days: "7", isOn: "on", hours: "9am\r\nnoon" }, Object.keys(stored))).toBe(true);
  expect(isSameForm(stored, { ...stored, isOff: "on" }, ["isOff"])).toBe(false);
});

describe("[ST-1] a form whose save is answered", () => {
  const sent = { phone: " 602 555 0100", rate: "8", categories: ["hats", "Polos"] };
  const now = { phone: "602 555 0100", rate: "8.0", isOn: false, categories: ["Hats", "Polos"] };

  test("shows what is stored", () => {
    expect(withTypedSince(now, sent, { ...sent, categories: [...sent.categories] })).toEqual(now);
  });

  test("keeps what was typed since", () => {
    const typed = { rate: "9", isOn: "on", categories: ["hats"] };
    expect(withTypedSince(now, sent, typed)).toEqual({ ...typed, phone: "" });
  });
});
