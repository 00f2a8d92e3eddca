import { describe, expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { legalDrafts } from "./legal-drafts.ts";
import { fillFacts, LEGAL_TEXT_MAX, legalPages, readLegalText } from "./legal-text.ts";
import { legalTextForm } from "./legal-text-form.ts";

const read = (text: string) => readForm(legalTextForm, { text });

const facts = {
  "store name": "Pat's",
  address: "1 Fairway Lane\nPhoenix",
  email: "pro@example.com",
  "tax note": "",
  "shipping cost": "Shipping is free.",
  "shipping rate": "free on every order",
  "delivery days": "3-5",
  "hold minutes": "30",
  returns: "Does not fit?",
  "return window": "",
};

describe("a legal text", () => {
  test("is read as lead, sections, paragraphs and lists", () => {
    expect(readLegalText("Hello.\r\n\r\n# One\nBelow.\n\n- a\n- b\n\n\n\nEnd.", facts)).toEqual({
      lead: [{ kind: "paragraph", lines: [["Hello."]] }],
      sections: [
        {
          title: "One",
          blocks: [
            { kind: "paragraph", lines: [["Below."]] },
            { kind: "list", lines: [["a"], ["b"]] },
            { kind: "paragraph", lines: [["End."]] },
          ],
        },
      ],
    });
  });

  test("[BR-3] has numbered lists, links, and pictures; everything else stays text", () => {
    const text =
      "1. One: a\n2. Two\n\n![A bag](/storage/product-images/a_1.webp)\n\n[Shop](/shop) [Out](https://x.example/a) [Bad](javascript:x) [Bad](//x)\n\n![x](https://x.example/a.svg)";
    expect(readLegalText(text, facts).lead).toEqual([
      { kind: "numbered", lines: [["One: a"], ["Two"]] },
      { kind: "picture", url: "/storage/product-images/a_1.webp", alt: "A bag" },
      {
        kind: "paragraph",
        lines: [
          [
            { text: "Shop", to: "/shop" },
            " ",
            { text: "Out", to: "https://x.example/a" },
            " [Bad](javascript:x) [Bad](//x)",
          ],
        ],
      },
      { kind: "paragraph", lines: [["!", { text: "x", to: "https://x.example/a.svg" }]] },
    ]);
  });

  test("[RT-5] fills in what the settings say, without gaps, and links what can be followed", () => {
    expect(
      readLegalText("Prices. {tax note} {shipping cost} {other}\n{address}\n{contact}", facts).lead,
    ).toEqual([
      {
        kind: "paragraph",
        lines: [
          ["Prices. Shipping is free. {other}"],
          ["1 Fairway Lane"],
          ["Phoenix"],
          [
            "Email ",
            { text: "pro@example.com", to: "mailto:pro@example.com" },
            " or use ",
            { text: "the contact form", to: "/contact" },
            ".",
          ],
        ],
      },
    ]);
    expect(readLegalText("{contact}", { ...facts, email: "" }).lead).toMatchObject([
      { lines: [["Use ", {}, "."]] },
    ]);
  });

  test("[PA-1] says one business day of a shipment that takes one", () => {
    const said = (days: string) =>
      fillFacts("{delivery days} business days.", { ...facts, "delivery days": days });
    expect([said("1"), said("3-5")]).toEqual(["1 business day.", "3-5 business days."]);
  });

  test("keeps markup as the text that it is", () => {
    const { lead } = readLegalText("<script>alert(1)</script>", facts);
    expect(lead).toMatchObject([{ lines: [["<script>alert(1)</script>"]] }]);
  });

  test("is refused when it is empty or too long", () => {
    expect(read(" \n ")).toMatchObject({ ok: false });
    expect(read("x".repeat(LEGAL_TEXT_MAX + 1))).toMatchObject({ ok: false });
    expect(read("a\r\nb \r\n\r\n\r\n\r\nc")).toEqual({ ok: true, value: { text: "a\nb\n\nc" } });
  });

  test.each(legalPages)("the draft of %s leaves no word in braces", (page) => {
    const text = JSON.stringify(readLegalText(legalDrafts[page], facts));
    expect(text).not.toMatch(/\{[a-z ]+\}/);
    expect(text).toContain("1 Fairway Lane");
    expect(read(legalDrafts[page])).toEqual({ ok: true, value: { text: legalDrafts[page] } });
  });

  test("[RF-7] the draft on returns leads to the order's page, as the emails do", () => {
    expect(legalDrafts.shipping).toContain("on your order page before you send anything");
    expect(legalDrafts.shipping).not.toContain("Contact us");
  });
});
