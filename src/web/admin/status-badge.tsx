import { Ban, CircleCheck, CircleDashed, CircleX, Clock, RotateCcw, Scale } from "lucide-react";
import { type OrderStatus, statusTone } from "#domain/order.ts";
import { Badge } from "../ui/badge.tsx";
import { statusLabels } from "./order-texts.ts";

const icons = {
  pending: CircleDashed,
  processing: Clock,
  paid: CircleCheck,
  failed: CircleX,
  canceled: Ban,
  partially_refunded: RotateCcw,
  refunded: RotateCcw,
  disputed: Scale,
} satisfies Record<OrderStatus, typeof Clock>;

/** A payment state: colour, sign and word. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const Icon = icons[status];
  return (
    <Badge tone={statusTone(status)}>
      <Icon aria-hidden="true" className="size-3.5 flex-none" />
      {statusLabels[status]}
    </Badge>
  );
}
