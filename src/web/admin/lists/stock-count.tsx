import { stockTone } from "#domain/dashboard/dashboard.ts";
import { TriangleAlert } from "../../ui/icons.tsx";

const colors = { red: "text-err", orange: "text-warn", green: "text-ok" };

/** A count in red at 5 or less, orange at 15 or less, otherwise green. */
export function StockCount({ quantity }: { quantity: number }) {
  const tone = stockTone(quantity);
  return (
    <span
      className={`stock numerals inline-flex items-center gap-1.5 font-bold ${colors[tone]}`}
      data-tone={tone}
    >
      {tone !== "green" && <TriangleAlert aria-hidden="true" className="size-4" />}
      {quantity}
    </span>
  );
}
