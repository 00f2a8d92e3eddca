// What an owner orders from the maker, as a spreadsheet file.
import { BYTE_ORDER_MARK, csvLine } from "../text/csv.ts";
import { type InventoryLine, type OrderWeeks, SALES_DAYS, unitsToOrder } from "./inventory.ts";

export function orderCsvHead(): string {
  const columns = ["Product", "Size", "SKU", "On hand", "Held", `Sold in ${SALES_DAYS} days`, "Order"];
  return `${BYTE_ORDER_MARK}${csvLine(columns)}`;
}

export function orderCsvLine(line: Omit<InventoryLine, "image">, weeks: OrderWeeks): string {
  const { name, variation, sku, onHand, held, sold } = line;
  return csvLine([name, variation, sku, onHand, held, sold, unitsToOrder(line, weeks)]);
}
