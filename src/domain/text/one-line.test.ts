import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneLine, withoutControls } from "./one-line.ts";
import { paragraphs } from "./paragraphs.ts";

const anyText = fc.string({ unit: "binary" });
/** Made of what is hard: breaks of every kind, controls, format characters, half of a surrogate pair, emoji. */
const hardText = fc
  .array(
    fc.constantFrom(
      ..."a b\n\r\t\u0000\u0085\u00a0\u00ad\u200b\u200d\u2028\u2029\u202e\ufeff\ud800".split(""),
      "👩‍👩‍👧",
    ),
  )
  .map((parts) => parts.join(""));
const texts = fc.oneof(anyText, hardText);

describe("one line", () => {
  test("is printable, has no doubled blanks, and cleaning it again changes nothing", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/^(?:\u200c|\u200d)|(?:\u200c|\u200d)$|(?:\u200c|\u200d|\s){2}/u);
        expect(line.replace(/\u200c|\u200d/g, "")).not.toMatch(/\p{C}|\p{Zl}|\p{Zp}|\s\s|^\s|\s$/u);
        expect(oneLine(line)).toBe(line);
      }),
    );
  });

  test("loses no printable character", () => {
    const printable = (text: string) => text.replace(/[\p{C}\s]/gu, "");
    fc.assert(
      fc.property(texts, (text) => {
        expect(printable(oneLine(text))).toBe(printable(text));
      }),
    );
  });

  test("[kind: names with joiners] keeps the marks that join letters or emoji, and no other invisible ones", () => {
    expect(oneLine(" علی‌زاده ")).toBe("علی‌زاده");
    expect(oneLine("for the 👩‍👩‍👧")).toBe("for the 👩‍👩‍👧");
    expect(oneLine("Pat\u200d \u200dEx\u202eample\u200d")).toBe("Pat Ex ample");
  });

  test("is cut between whole characters, and the cut text is clean too", () => {
    fc.assert(
      fc.property(texts, fc.nat(20), (text, lengthMax) => {
        const line = oneLine(text, lengthMax);
        expect([...line].length).toBeLessThanOrEqual(lengthMax);
        expect(oneLine(line, lengthMax)).toBe(line);
      }),
    );
    expect(oneLine("⛳⛳⛳", 2)).toBe("⛳⛳");
  });

  test.each([undefined, null, 7, ["a"], { text: "a" }])("%j, which is no text, counts as empty", (value) => {
    expect(oneLine(value)).toBe("");
    expect(paragraphs(value)).toBe("");
  });
});

describe("paragraphs", () => {
  test("are printable, and cleaning them again changes nothing", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(1, 2), (text, emptyLinesMax) => {
        const clean = paragraphs(text, emptyLinesMax);
        expect(clean.replace(/\u200c|\u200d/g, "")).not.toMatch(/[^\P{C}\n\t]/u);
        expect(clean).not.toMatch(/[^\S\n]$/m);
        expect(clean).not.toContain("\n".repeat(emptyLinesMax + 2));
        expect(clean).toBe(clean.trim());
        expect(paragraphs(clean, emptyLinesMax)).toBe(clean);
      }),
    );
  });

  test("lose no printable character", () => {
    const printable = (text: string) => text.replace(/[\p{C}\s]/gu, "");
    fc.assert(
      fc.property(texts, (text) => {
        expect(printable(paragraphs(text))).toBe(printable(text));
      }),
    );
  });

  test("keep tabs and line breaks of every kind, and end lines without blanks", () => {
    expect(paragraphs("one\ttab \r\ntwo\rthree\n\n\n\n\nfour\u0007 ")).toBe("one\ttab\ntwo\nthree\n\n\nfour");
    expect(paragraphs("one\n \n \n \ntwo", 1)).toBe("one\n\ntwo");
  });
});

describe("a text without controls", () => {
  test("keeps every character that is no control", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const clean = withoutControls(text);
        expect(clean).not.toMatch(/\p{Cc}/u);
        expect(withoutControls(text, { keepsLines: true })).not.toMatch(/[^\P{Cc}\n]/u);
        expect([...clean].filter((sign) => sign !== " ")).toEqual(
          [...text].filter((sign) => !/[\p{Cc} ]/u.test(sign)),
        );
      }),
    );
  });

  test("leaves an emoji of several signs whole", () => {
    expect(withoutControls("for the 👩‍👩‍👧")).toBe("for the 👩‍👩‍👧");
  });
});
