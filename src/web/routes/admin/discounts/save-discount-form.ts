import { data, href } from "react-router";
import { isLargeDiscount, readDiscountForm } from "#domain/discount/discount-form.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { findDiscount } from "#server/checkout/discounts/list-discounts.ts";
import { createDiscount, saveDiscount } from "#server/checkout/discounts/save-discount.ts";
import { refusedDiscount, savedDiscount } from "../../../admin/discounts/discount-answer.ts";
import { goTo } from "../../../admin/frame/go-to.ts";
import type { Asked } from "../admin-action.ts";

export async function isLarge({ form }: Asked): Promise<boolean> {
  return isLargeDiscount(readDiscountForm(form));
}

/** `id` null: the form of a new discount. */
export async function saveDiscountForm({ shop, actor, form: sent }: Asked, id: string | null) {
  const form = readDiscountForm(sent);
  const version = Number(sent.get("version"));
  const saved = await (id === null
    ? createDiscount(shop, { form, actor })
    : saveDiscount(shop, { id, version, form, actor }));
  if (saved.ok) {
    const found = await findDiscount(shop, { id: saved.id });
    const isScheduled = found?.discount.state === "scheduled";
    if (id !== null) return data(savedDiscount(isScheduled), { status: 200 });
    const notice = isScheduled ? "discount-scheduled" : "discount-created";
    return goTo(href("/admin/discounts/:id", { id: saved.id }), notice);
  }
  switch (saved.reason) {
    case "invalid":
      return data(refusedDiscount(form, "Fix the marked fields.", saved.errors), { status: 422 });
    case "changed_meanwhile":
      return data(
        refusedDiscount(
          form,
          "This discount was changed in another tab. Your changes are still here. Save again to replace it.",
        ),
        { status: 409 },
      );
    case "not_found":
      return goTo(href("/admin/discounts"), "discount-not-found");
    default:
      return unreachable(saved);
  }
}
