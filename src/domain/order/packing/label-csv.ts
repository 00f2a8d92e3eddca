// The orders that wait to be sent as a spreadsheet for Pirate Ship, which makes labels of it. Its upload takes the
// columns by these names, and each cell as it is; a weight is pounds and ounces, both for one shipment.
import { writtenPhone } from "../../postal-address/written-phone.ts";
import { programCsvLine } from "../../text/csv.ts";
import { orderNumber } from "../order.ts";
import { linesWith, unitsToSend } from "../units.ts";
import type { WaitingOrder } from "./packing.ts";

/** `weights`: ounces of one unit, by the id of the product; null where the owner said none. */
export type LabelRow = Pick<WaitingOrder, "number" | "customerName" | "address" | "items"> & {
  weights: Readonly<Record<string, number | null>>;
};

const OUNCES_PER_POUND = 16;

const columns: [title: string, cell: (row: LabelRow) => string | number | null | undefined][] = [
  ["Order ID", ({ number }) => orderNumber(number)],
  ["Name", ({ customerName }) => customerName],
  ["Address", ({ address }) => address.line1],
  ["Address Line 2", ({ address }) => address.line2],
  ["City", ({ address }) => address.city],
  ["State", ({ address }) => address.state],
  ["Zipcode", ({ address }) => address.postal_code],
  ["Country", ({ address }) => address.country],
  ["Email", ({ address }) => address.customer_email],
  ["Phone", ({ address }) => writtenPhone(address.phone ?? "")],
  ["Pounds", (row) => inWhole(row, (ounces) => Math.floor(ounces / OUNCES_PER_POUND))],
  ["Ounces", (row) => inWhole(row, (ounces) => ounces % OUNCES_PER_POUND)],
  ["Order Items", ({ items }) => formatItems(items)],
];

/** Without a byte order mark, which would become a part of the first column's name. */
export const labelCsvHead = programCsvLine(columns.map(([title]) => title));

export function labelCsvLine(row: LabelRow): string {
  return programCsvLine(columns.map(([, cell]) => cell(row) ?? ""));
}

/** Nothing when one unit has no weight: Pirate Ship then asks, and a wrong weight is dearer than a question. */
function inWhole({ items, weights }: LabelRow, part: (ounces: number) => number): number | null {
  const ounces = linesWith(items, unitsToSend).map(
    ({ productId, quantity }) => quantity * (weights[productId ?? ""] ?? Number.NaN),
  );
  const sum = Math.ceil(ounces.reduce((total, each) => total + each, 0));
  return Number.isNaN(sum) ? null : part(sum);
}

function formatItems(items: LabelRow["items"]): string {
  const lines = linesWith(items, unitsToSend);
  return lines
    .map(({ quantity, name, variation }) => `${quantity} × ${name}${variation ? ` (${variation})` : ""}`)
    .join(", ");
}
