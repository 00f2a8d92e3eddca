// No two options of the shop have one SKU or one GTIN: not within a product, not in two products, not in a file.
import { itemName } from "../item-name.ts";
import { codeFields, codeKey, type ItemCodes } from "./item-codes.ts";

/** The codes that have one owner. MPNs are the makers': all sizes of a cap may share one. */
const ownCodeNames = ["sku", "gtin"] as const;
export type OwnCodeName = (typeof ownCodeNames)[number];

/** An option that has codes. */
export type CodeOwner = { productId: string; name: string; variation: string; sku: string; gtin: string };

type Line = ItemCodes & { variation: string };
type CodeErrors = { [K in `${OwnCodeName}:${string}`]?: string };

/** Why an option can't have a code. */
function takenMessage(name: OwnCodeName, value: string, owner: string): string {
  return `The ${codeFields[name].name} ${value} belongs to “${owner}” already. Give each option its own`;
}

/** Owners by what they own. */
export type OwnerIndex = Map<string, CodeOwner>;

export function addOwner(index: OwnerIndex, owner: CodeOwner): OwnerIndex {
  for (const name of ownCodeNames) {
    if (owner[name] !== "") index.set(placeOf(name, owner[name]), owner);
  }
  return index;
}

function placeOf(name: OwnCodeName, value: string): string {
  return `${name}:${codeKey(name, value)}`;
}

/** The keys of the codes that options have. */
export function codeKeysOf(stock: Line[]): Record<OwnCodeName, string[]> {
  const keys = (name: OwnCodeName) =>
    stock.flatMap((line) => (line[name] === "" ? [] : codeKey(name, line[name])));
  return { sku: keys("sku"), gtin: keys("gtin") };
}

/** Options of a product whose code belongs to one of these owners. */
export function takenCodes(stock: Line[], owners: OwnerIndex): CodeErrors {
  const errors: CodeErrors = {};
  for (const line of stock) {
    for (const name of ownCodeNames) {
      const owner = line[name] === "" ? undefined : owners.get(placeOf(name, line[name]));
      if (owner) errors[`${name}:${line.variation}`] = takenMessage(name, line[name], itemName(owner));
    }
  }
  return errors;
}

/** Options of a product of which another one in front has the code. */
export function repeatedCodes(stock: Line[]): CodeErrors {
  const before: OwnerIndex = new Map();
  const errors: CodeErrors = {};
  for (const line of stock) {
    Object.assign(errors, takenCodes([line], before));
    addOwner(before, { ...line, productId: "", name: line.variation, variation: "" });
  }
  return errors;
}
