import { type StockLevel, stockLevel } from "#domain/product/product.ts";
import { CircleCheck, CircleX, type Icon, TriangleAlert } from "../../../ui/icons.tsx";

const looks: Record<StockLevel, { icon: Icon; text: string; className: string }> = {
  "in-stock": { icon: CircleCheck, text: "In Stock", className: "text-ok" },
  low: { icon: TriangleAlert, text: "In Stock", className: "text-warn" },
  "sold-out": { icon: CircleX, text: "Out of Stock", className: "text-err" },
};

/** Whether it can be bought, and how many are left when few are. Icon, word and color say the same. */
export function StockStatus({ available }: { available: number }) {
  const level = stockLevel(available);
  const { icon: Icon, text, className } = looks[level];
  return (
    <p role="status" className={`flex items-center gap-2 font-semibold ${className}`}>
      <Icon className="size-5" />
      <span>{text}</span>
      {level === "low" && <span>{`· Only ${available} left`}</span>}
    </p>
  );
}
