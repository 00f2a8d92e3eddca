import { TriangleAlert } from "lucide-react";
import { stockTone } from "#domain/dashboard.ts";

/** A count in red at 5 or less, orange at 15 or less, otherwise green. */
export function StockCount({ quantity }: { quantity: number }) {
  const tone = stockTone(quantity);
  return (
    <span className="stock" data-tone={tone}>
      {tone !== "green" && <TriangleAlert aria-hidden="true" className="size-4" />}
      {quantity}
    </span>
  );
}
