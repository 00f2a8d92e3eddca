// Passes the forms about what a customer is asked to pay to their use cases.
import {
  resendExtraPayment,
  withdrawExtraPayment,
} from "#server/orders/extra-payments/change-extra-payment.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import {
  resendExtraPaymentOutcome,
  withdrawExtraPaymentOutcome,
} from "../../../admin/orders/detail/extra-payments/extra-payment-answer.ts";
import type { Answered, OrderAsked } from "./order-asked.ts";

export async function resendExtraPaymentOf({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  return resendExtraPaymentOutcome(
    await resendExtraPayment(shop, { orderId, actor, extraPaymentId: textOf(form, "extraPaymentId") }),
  );
}

export async function withdrawExtraPaymentOf({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  return withdrawExtraPaymentOutcome(
    await withdrawExtraPayment(shop, { orderId, actor, extraPaymentId: textOf(form, "extraPaymentId") }),
  );
}
