import { expect, test } from "vitest";
import { patsAddress as address } from "#test/sales/people.ts";
import { addressLines } from "./address-lines.ts";

test("an address is its lines without empty ones, the country by its name", () => {
  const lines = ["Pat Example", "1 Fairway Lane", "Phoenix, AZ 85001", "United States"];
  expect(addressLines(address)).toEqual(lines);
  expect(addressLines({ ...address, line2: "Unit 7" })).toEqual(lines.toSpliced(2, 0, "Unit 7"));
});
