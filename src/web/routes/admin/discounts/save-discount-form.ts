import { href } from "react-router";
import {
  discountForm,
  discountFormOf,
  isLargeDiscount,
  readDiscountForm,
} from "#domain/discount/discount-form.ts";
import { findDiscount } from "#server/checkout/discounts/list-discounts.ts";
import { createDiscount, saveDiscount } from "#server/checkout/discounts/save-discount.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { answerForm } from "../../../admin/forms/form-outcome.ts";
import { goTo } from "../../../admin/frame/go-to.ts";
import { success } from "../../../admin/frame/notices.ts";
import type { Asked } from "../admin-action.ts";

export async function isLarge({ fields }: Asked): Promise<boolean> {
  return isLargeDiscount(readDiscountForm(fields));
}

/** `id` null: the form of a new discount. */
export async function saveDiscountForm({ shop, actor, form: sent, fields }: Asked, id: string | null) {
  const form = readDiscountForm(fields);
  const saved = await (id === null
    ? createDiscount(shop, { form, actor })
    : saveDiscount(shop, { id, base: sent.get("base"), form, actor }));
  if (!saved.ok) {
    if (saved.reason === "not_found") return goTo(href("/admin/discounts"), "discount-not-found");
    const { profile } = await loadConfiguration(shop);
    return answerForm(sent, discountForm(profile.timeZone), saved);
  }
  const found = await findDiscount(shop, { id: saved.id });
  if (!found) return goTo(href("/admin/discounts"), "discount-not-found");
  const { discount, timeZone } = found;
  const isScheduled = discount.state === "scheduled";
  if (id === null) {
    const notice = isScheduled ? "discount-scheduled" : "discount-created";
    return goTo(href("/admin/discounts/:id", { id: saved.id }), notice);
  }
  const now = discountFormOf(discount, timeZone);
  return answerForm(
    sent,
    discountForm(timeZone),
    { ok: true, now },
    {
      saved: success("Discount saved", isScheduled ? "It's scheduled." : "It is up to date."),
    },
  );
}
