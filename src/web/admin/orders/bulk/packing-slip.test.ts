import { expect, test } from "vitest";
import type { PackingSlip as Slip } from "#domain/order/order.ts";
import { drawPart } from "#test/pages/draw-part.ts";
import { PackingSlip, type SlipPaper } from "./packing-slip.tsx";

const address = { customer_name: "Pat Example", customer_email: "pat@example.com", line1: "1 Fairway Lane" };
const place = { line2: null, city: "Phoenix", state: "AZ", postal_code: "85001", country: "US" } as const;
const slip: Slip = {
  ...{ id: "id", number: 1, status: "paid", createdAt: "2026-06-01T12:00:00.000Z", items: [] },
  address: { ...address, ...place },
};

function drawn(paper: SlipPaper, logoUrl: string, logoReplacesName = false): string {
  const sender = {
    storeName: "Pat's Golf",
    logoUrl,
    logoReplacesName,
    email: "shop@example.com",
    phone: "",
    address: "",
  };
  return drawPart(PackingSlip, { slip, sender, paper });
}

test.each(["letter", "4x6"] as const)("[EA-2] a slip (%s) begins with the logo next to the name", (paper) => {
  expect(drawn(paper, "/images/logo.webp")).toMatch(
    /<img src="\/images\/logo[^"]*" alt=""[^>]*>Pat&#x27;s Golf</,
  );
});

test("[EA-2] a logo that has the name stands alone on a slip, and no logo leaves the name", () => {
  const slipWithLogo = drawn("letter", "/images/logo.webp", true);
  expect(slipWithLogo).toMatch(/<img src="\/images\/logo[^"]*" alt="Pat&#x27;s Golf"/);
  expect(slipWithLogo).not.toContain(">Pat&#x27;s Golf<");
  expect(drawn("letter", "", true)).toContain("Pat&#x27;s Golf</p>");
});

test("[EA-2] without a logo the name stands alone on a slip", () => {
  expect(drawn("letter", "")).toContain("Pat&#x27;s Golf</p>");
  expect(drawn("letter", "")).not.toContain("<img");
});
