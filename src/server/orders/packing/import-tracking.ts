// Tracking numbers out of a file, in two steps: the first shows what each row would do and changes nothing, the second
// ships those orders. Each order is decided again under its own lock, so a file that is sent twice, or a list that has
// changed in the meantime, ships nothing twice.
import {
  type JudgedRow,
  judgeTracking,
  orderNumberIn,
  type TrackingRow,
} from "#domain/order/packing/tracking-csv.ts";
import { csvLine } from "#domain/text/csv.ts";
import type { Shop } from "../../core/shop.ts";
import { fulfillOrders, type StepOfOrder } from "../shipments/fulfill-orders.ts";
import { findNamedOrders } from "./packing-queries.ts";
import { readTrackingCsv } from "./read-tracking-csv.ts";

export type CheckedTracking =
  | {
      ok: true;
      rows: JudgedRow[];
      /** The rows that ship an order, as a file for applyTracking. */
      file: string;
    }
  /** A sentence about the file as a whole. */
  | { ok: false; reason: string };

/** `carrier`: where the file names none. Reads and writes nothing else. */
export async function checkTracking(
  shop: Shop,
  { bytes, carrier }: { bytes: Uint8Array; carrier: string },
): Promise<CheckedTracking> {
  const reading = readTrackingCsv(bytes);
  if (!reading.ok) return reading;
  const rows = await judge(shop, reading.rows, carrier);
  const lines = rows.flatMap((row) =>
    row.does === "ship" ? [csvLine([row.order, row.carrier, row.trackingNumber])] : [],
  );
  return { ok: true, rows, file: `${csvLine(["Order ID", "Carrier", "Tracking Number"])}${lines.join("")}` };
}

export type AppliedTracking = {
  rows: JudgedRow[];
  /** One for each row that was to ship an order, in the order of the rows. */
  results: StepOfOrder[];
};

/** Ships what the file names, and reports its other rows as they stand now. */
export async function applyTracking(
  shop: Shop,
  { bytes, actor }: { bytes: Uint8Array; actor: string },
): Promise<AppliedTracking | { ok: false; reason: string }> {
  const reading = readTrackingCsv(bytes);
  if (!reading.ok) return reading;
  const rows = await judge(shop, reading.rows, "");
  const shipments = rows.flatMap((row) =>
    row.does === "ship"
      ? [{ orderId: row.id, carrier: row.carrier, trackingNumber: row.trackingNumber, seen: row.seen }]
      : [],
  );
  return { rows, results: await fulfillOrders(shop, { shipments, to: "shipped", actor }) };
}

async function judge(shop: Shop, rows: readonly TrackingRow[], carrier: string): Promise<JudgedRow[]> {
  const numbers = rows.flatMap(({ order }) => orderNumberIn(order) ?? []);
  return judgeTracking(rows, await findNamedOrders(shop.db, [...new Set(numbers)]), carrier);
}
