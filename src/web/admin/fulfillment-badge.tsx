import { Package, PackageCheck, PackageOpen, Truck } from "lucide-react";
import type { FulfillmentStatus } from "#domain/order.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { fulfillmentLabels } from "./order-texts.ts";

const looks = {
  unfulfilled: { Icon: Package, tone: "plain" },
  shipped: { Icon: Truck, tone: "blue" },
  delivered: { Icon: PackageCheck, tone: "green" },
  returned: { Icon: PackageOpen, tone: "yellow" },
} satisfies Record<FulfillmentStatus, { Icon: typeof Package; tone: BadgeTone }>;

/** Where the parcel is: sign and word. */
export function FulfillmentBadge({ fulfillment }: { fulfillment: FulfillmentStatus }) {
  const { Icon, tone } = looks[fulfillment];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5 flex-none" />
      {fulfillmentLabels[fulfillment]}
    </Badge>
  );
}
