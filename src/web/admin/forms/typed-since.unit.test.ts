import { describe, expect, test } from "vitest";
import { withTypedSince } from "./typed-since.ts";

describe("[ST-1] a form whose save is answered", () => {
  const sent = { phone: " 602 555 0100", rate: "8", isOn: false, categories: ["hats", "Polos"] };
  const stored = { phone: "602 555 0100", rate: "8.0", isOn: false, categories: ["Hats", "Polos"] };

  test("shows what is stored", () => {
    expect(withTypedSince(stored, sent, { ...sent, categories: [...sent.categories] })).toEqual(stored);
  });

  test("keeps what was typed since", () => {
    const typed = { ...sent, rate: "", isOn: true, categories: ["hats"] };
    expect(withTypedSince(stored, sent, typed)).toEqual({ ...typed, phone: "602 555 0100" });
  });
});
