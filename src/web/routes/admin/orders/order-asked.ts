// What all forms of an order's page share: what they get, and how they refuse.
import { changeSince } from "#domain/order/fulfillment.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { type Outcome, refused } from "../../../admin/frame/notices.ts";
import { changedOutcome, type OrderAnswer } from "../../../admin/orders/detail/order-answer.ts";
import type { Asked } from "../admin-action.ts";

export type OrderAsked = Pick<Asked, "shop" | "form" | "actor"> & { order: OrderDetail; orderId: string };

export type Answered = Outcome & Pick<OrderAnswer, "errors" | "values" | "isOld">;

/** The answer to a form that was opened before the order changed, or null. */
export function refuseOld({ form, order }: OrderAsked, values: Record<string, string>): Answered | null {
  const change = changeSince(textOf(form, "stamp"), order);
  return change === null ? null : { ...changedOutcome(change), values };
}

export function invalid(errors: Record<string, string>, values: Record<string, string>): Answered {
  return { ...refused(422, "Validation failed"), errors, values };
}
