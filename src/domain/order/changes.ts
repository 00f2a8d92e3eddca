// The kinds of change of an order after it was sold: whether its customer may make one, too, by the link to the order's
// page; until when, and with which money; and which units it is about. A kind that is not here changes nothing that was sold.
import { type CorrectionRefusal, refuseCorrection, refuseNewEmail } from "./corrections.ts";
import { type FulfillmentStatus, type OrderStatus, paidStatuses } from "./order.ts";
import type { UnitState } from "./units.ts";

type ChangeableOrder = {
  status: OrderStatus;
  fulfillment: FulfillmentStatus;
  /** Something of it has left once. */
  hasShipments: boolean;
  /** Null: no payment of the provider brought its money. */
  paymentIntentId: string | null;
  /** The bank has the money, and decides. */
  hasChargeback: boolean;
};

type ChangeRefusal = CorrectionRefusal | "canceled" | "not_paid" | "disputed";

type Kind<Refusal extends ChangeRefusal> = {
  /** Anyone with the link may make it, in the time that the owner allows after the order, until something has shipped. */
  isForCustomer: boolean;
  /** Why it can no longer be made; null: it can. */
  refuse: (order: ChangeableOrder) => Refusal | null;
  /** The states of the units that it may be about; none: it is about no units. */
  units: readonly UnitState[];
};

const kind = <Refusal extends ChangeRefusal>(of: Kind<Refusal>) => of;

export const changeKinds = {
  address: kind({ isForCustomer: true, refuse: refuseCorrection, units: [] }),
  email: kind({ isForCustomer: true, refuse: refuseNewEmail, units: [] }),
  swap: kind({
    isForCustomer: true,
    refuse: (order) => refuseCorrection(order) ?? refuseMoney(order, ["paid", "partially_refunded"]),
    units: ["to_ship"],
  }),
  exchange: kind({
    isForCustomer: false,
    refuse: (order) => refuseMoney(order, ["paid", "partially_refunded"]),
    units: ["returned"],
  }),
  refund: kind({
    isForCustomer: false,
    refuse: (order) => refuseMoney(order, paidStatuses),
    units: ["to_ship", "shipped", "returned", "canceled"],
  }),
  cancellation: kind({
    isForCustomer: false,
    refuse: (order) => refuseCancellation(order) ?? refuseMoney(order, paidStatuses),
    units: ["to_ship"],
  }),
};

export type ChangeKind = keyof typeof changeKinds;

/** Why a kind can't be made. */
export type RefusalOf<K extends ChangeKind> = NonNullable<ReturnType<(typeof changeKinds)[K]["refuse"]>>;

/** What came back for an exchange had left, too. */
function refuseCancellation({ fulfillment, hasShipments }: ChangeableOrder): "canceled" | "shipped" | null {
  if (fulfillment === "canceled") return "canceled";
  return fulfillment !== "unfulfilled" || hasShipments ? "shipped" : null;
}

/** Its money is with the shop. */
function refuseMoney(
  { status, paymentIntentId, hasChargeback }: ChangeableOrder,
  statuses: readonly OrderStatus[],
): "not_paid" | "disputed" | null {
  if (!statuses.includes(status) || paymentIntentId === null) return "not_paid";
  return hasChargeback ? "disputed" : null;
}
