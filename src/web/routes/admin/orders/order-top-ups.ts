// Passes the forms about what a customer is asked to pay to their use cases.
import { resendTopUp, withdrawTopUp } from "#server/orders/top-ups/change-top-up.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import {
  resendTopUpOutcome,
  withdrawTopUpOutcome,
} from "../../../admin/orders/detail/top-ups/top-up-answer.ts";
import type { Answered, OrderAsked } from "./order-asked.ts";

export async function resendTopUpOf({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  return resendTopUpOutcome(await resendTopUp(shop, { orderId, actor, topUpId: textOf(form, "topUpId") }));
}

export async function withdrawTopUpOf({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  return withdrawTopUpOutcome(
    await withdrawTopUp(shop, { orderId, actor, topUpId: textOf(form, "topUpId") }),
  );
}
