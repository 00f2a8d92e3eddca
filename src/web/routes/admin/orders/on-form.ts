// How the forms of an order's page are read and answered, whatever they are about. A form carries which state of the order
// its owner saw; when the order has changed since, nothing moves money or goods until the owner has looked again.
import { data } from "react-router";
import { openedWith, readForm } from "#domain/form/form-saved.ts";
import { changeSince, orderStamp } from "#domain/order/fulfillment.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { answerForm, answerRefused } from "../../../admin/forms/form-outcome.ts";
import type { Outcome } from "../../../admin/frame/notices.ts";
import type { OrderAnswer } from "../../../admin/orders/detail/order-form.tsx";
import {
  type OrderFormKind,
  type OrderFormValue,
  orderFormKinds,
} from "../../../admin/orders/detail/order-form-kinds.ts";
import { changedOutcome, type FormOutcome, gone } from "../../../admin/orders/outcomes/order-outcomes.ts";
import { type Asked, answered } from "../admin-action.ts";

export type OrderAsked = Pick<Asked, "shop" | "text"> & {
  order: OrderDetail;
  /** The shipment, return, refund, or extra payment that it is about. */
  aboutId: string;
  /** Who changes which order, and how many changes it had before. */
  change: { orderId: string; actor: string; seen: number };
};

/** What a form was opened with that no field shows. */
export function seenIn(form: FormData): unknown {
  return openedWith(form.get("base"))?.seen;
}

async function findAsked({ shop, actor, params, text }: Asked): Promise<OrderAsked | null> {
  const order = await findOrderDetail(shop, { id: params.id ?? "" });
  if (!order) return null;
  const change = { orderId: order.id, actor, seen: order.corrections.length };
  return { shop, text, order, aboutId: text("aboutId"), change };
}

/** A button without fields. */
export function onButton(take: (asked: OrderAsked) => Promise<Outcome>) {
  return async (posted: Asked) => {
    const asked = await findAsked(posted);
    return answered(asked ? await take(asked) : gone);
  };
}

export function onForm<K extends OrderFormKind>(
  kind: K,
  take: (asked: OrderAsked, value: OrderFormValue<K>) => Promise<FormOutcome>,
) {
  const { schema, moves } = orderFormKinds[kind];
  return async (posted: Asked) => {
    const { shop, form, fields } = posted;
    const asked = await findAsked(posted);
    if (!asked) return answerRefused(form, schema, gone.notice, gone.status);
    const read = readForm(schema, fields);
    if (!read.ok) return answerForm(form, schema, read, { refused: "Validation failed" });
    const change = moves ? changeSince(String(seenIn(form)), asked.order) : null;
    const outcome =
      change === null ? await take(asked, read.value as OrderFormValue<K>) : changedOutcome(change);
    const { notice, status, errors, isOld, more } = outcome;
    if (notice.tone !== "error") return answerForm(form, schema, { ok: true, now: {} }, { saved: notice });
    const how = { refused: notice, init: { status } };
    if (isOld) {
      const order = await findOrderDetail(shop, { id: asked.order.id });
      const now = order ? { seen: orderStamp(order) } : {};
      return answerForm(form, schema, { ok: false, reason: "changed", now }, how);
    }
    const refusal = { ok: false, reason: "invalid", errors: errors ?? { "": messageOf(outcome) } } as const;
    const answer = answerForm(form, schema, refusal, how);
    if (more === undefined) return answer;
    return data<OrderAnswer>({ ...answer.data, more }, answer.init ?? undefined);
  };
}

const messageOf = ({ notice }: Outcome) => notice.description ?? notice.title;
