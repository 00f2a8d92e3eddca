import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { parseReview, suggestName } from "./review.ts";
import { reviewRulesForm } from "./review-rules-form.ts";
import { formatAverage, formatFit, reviewCount } from "./review-sums.ts";

const sent = { stars: "4", fit: "true", text: "Good.", name: "Pat G." };

test("[CH-7] a review needs stars, words and a name, each refused with its sentence", () => {
  expect(parseReview(sent, { asksFit: true })).toEqual({
    ok: true,
    value: { stars: 4, fit: "true", text: "Good.", name: "Pat G." },
  });
  expect(parseReview({}, { asksFit: true })).toEqual({
    ok: false,
    errors: {
      stars: "Choose from 1 to 5 stars",
      text: "Write a few words about it",
      name: "Enter a display name, such as Pat G.",
    },
  });
  for (const stars of ["0", "6", "4.5", "-1", "1e0", 5, ["5"]])
    expect(parseReview({ ...sent, stars }, { asksFit: true })).toMatchObject({ ok: false });
  const long = parseReview({ ...sent, text: "x".repeat(50_000), name: "y".repeat(61) }, { asksFit: true });
  expect(long).toEqual({
    ok: false,
    errors: { text: "Use at most 2,000 characters", name: "Use at most 60 characters" },
  });
  const emoji = parseReview({ ...sent, text: "⛳".repeat(2_000) }, { asksFit: true });
  expect(emoji).toMatchObject({ ok: true });
});

test("[CH-7] how it fits counts only for what has sizes, and may be left out", () => {
  expect(parseReview(sent, { asksFit: false })).toMatchObject({ value: { fit: null } });
  for (const fit of ["", "constructor", "huge"])
    expect(parseReview({ ...sent, fit }, { asksFit: true })).toMatchObject({
      ok: true,
      value: { fit: null },
    });
});

test("[CH-7] the name that is suggested is the first name and an initial", () => {
  expect(suggestName(" Pat  van der  Golfer ")).toBe("Pat G.");
  expect(suggestName("Pat")).toBe("Pat");
  expect(suggestName("Pat élan")).toBe("Pat É.");
  expect(suggestName(`${"P".repeat(200)} Golfer`).length).toBeLessThanOrEqual(60);
});

test("[CH-7] average and count come from how many gave how many stars", () => {
  expect([reviewCount({ stars: [1, 0, 0, 2, 9] }), formatAverage({ stars: [1, 0, 0, 2, 9] })]).toEqual([
    12,
    "4.5",
  ]);
  expect(formatAverage({ stars: [0, 0, 0, 0, 0] })).toBe("0.0");
});

test("[CH-7] the fit is shown from three ratings on, as most say", () => {
  expect(formatFit({ small: 0, true: 2, large: 0 })).toBeNull();
  expect(formatFit({ small: 1, true: 12, large: 2 })).toBe("12 of 15 say true to size");
  expect(formatFit({ small: 3, true: 1, large: 0 })).toBe("3 of 4 say it runs small");
  expect(formatFit({ small: 0, true: 1, large: 2 })).toBe("2 of 3 say it runs large");
  expect(formatFit({ small: 2, true: 1, large: 2 })).toBeNull();
});

test("[CH-7] the owner sets days from 1 to 60", () => {
  expect(readForm(reviewRulesForm, { asks: "on", afterDays: " 14 " })).toEqual({
    ok: true,
    value: { asks: true, afterDays: 14 },
  });
  expect(readForm(reviewRulesForm, { afterDays: "1" })).toEqual({
    ok: true,
    value: { asks: false, afterDays: 1 },
  });
  for (const afterDays of ["", "0", "61", "7.5", "-1", "soon"])
    expect(readForm(reviewRulesForm, { afterDays })).toMatchObject({ ok: false });
});
