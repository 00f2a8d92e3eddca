import { type Cents, formatMoney } from "#domain/money/money.ts";
import { type FulfillmentStatus, type OrderStatus, statusTone } from "#domain/order/order.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { CircleCheck, CircleX, type Icon } from "../../ui/icons.tsx";
import {
  Ban,
  CircleDashed,
  Clock,
  Package,
  PackageCheck,
  PackageOpen,
  RotateCcw,
  Scale,
  TestTubeDiagonal,
  Truck,
} from "../icons.tsx";
import { fulfillmentLabels, statusLabels } from "./order-texts.ts";

const icons: Record<OrderStatus, Icon> = {
  pending: CircleDashed,
  processing: Clock,
  paid: CircleCheck,
  failed: CircleX,
  canceled: Ban,
  partially_refunded: RotateCcw,
  refunded: RotateCcw,
  disputed: Scale,
};

const shipments: Record<FulfillmentStatus, { Icon: Icon; tone: BadgeTone }> = {
  unfulfilled: { Icon: Package, tone: "plain" },
  shipped: { Icon: Truck, tone: "blue" },
  delivered: { Icon: PackageCheck, tone: "green" },
  returned: { Icon: PackageOpen, tone: "yellow" },
  canceled: { Icon: Ban, tone: "red" },
};

/** The status of the payment, in capitals as the specification has it. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <IconBadge Icon={icons[status]} tone={statusTone(status)} text={statusLabels[status].toUpperCase()} />
  );
}

/** Where the goods are. `isPart`: something has left of an order that is not shipped. */
export function FulfillmentBadge({
  fulfillment,
  isPart = false,
}: {
  fulfillment: FulfillmentStatus;
  isPart?: boolean;
}) {
  if (isPart && fulfillment === "unfulfilled")
    return <IconBadge Icon={Truck} tone="yellow" text="Partly shipped" />;
  return <IconBadge {...shipments[fulfillment]} text={fulfillmentLabels[fulfillment]} />;
}

/** A change of the order waits for its customer's payment. */
export function WaitingBadge({ amount }: { amount: Cents }) {
  return <IconBadge Icon={Clock} tone="yellow" text={`Waiting for ${formatMoney(amount)}`} />;
}

/** No money was behind the order. */
export function RehearsalBadge() {
  return <IconBadge Icon={TestTubeDiagonal} tone="plain" text="Rehearsal" />;
}

/** Color, icon and word. */
function IconBadge({ Icon, tone, text }: { Icon: Icon; tone: BadgeTone; text: string }) {
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5 flex-none" />
      {text}
    </Badge>
  );
}
