import { expect, test } from "vitest";
import { addressLines } from "./address-lines.ts";

const address = {
  customer_name: "Pat Example",
  customer_email: "pat@example.com",
  line1: "1 Fairway Lane",
  line2: null,
  city: "Phoenix",
  state: "AZ",
  postal_code: "85001",
  country: "US" as const,
};

test("an address is its lines without empty ones, the country by its name", () => {
  const lines = ["Pat Example", "1 Fairway Lane", "Phoenix, AZ 85001", "United States"];
  expect(addressLines(address)).toEqual(lines);
  expect(addressLines({ ...address, line2: "Unit 7" })).toEqual(lines.toSpliced(2, 0, "Unit 7"));
});
