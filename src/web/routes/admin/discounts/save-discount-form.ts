import { data, href } from "react-router";
import { readDiscountForm } from "#domain/discount/discount-form.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { createDiscount, saveDiscount } from "#server/checkout/discounts/save-discount.ts";
import { refusedDiscount, savedDiscount } from "../../../admin/discounts/discount-answer.ts";
import { goTo } from "../../../admin/frame/go-to.ts";
import type { Asked } from "../admin-action.ts";

/** `id` null: the form of a new discount. */
export async function saveDiscountForm({ shop, actor, form: sent }: Asked, id: string | null) {
  const form = readDiscountForm(sent);
  const version = Number(sent.get("version"));
  const saved = await (id === null
    ? createDiscount(shop, { form, actor })
    : saveDiscount(shop, { id, version, form, actor }));
  if (saved.ok) {
    if (id === null) return goTo(href("/admin/discounts/:id", { id: saved.id }), "discount-created");
    return data(savedDiscount, { status: 200 });
  }
  switch (saved.reason) {
    case "invalid":
      return data(refusedDiscount(form, "Please check what is marked.", saved.errors), { status: 422 });
    case "changed_meanwhile":
      return data(
        refusedDiscount(
          form,
          "Somebody else has changed this discount meanwhile. What you typed is still here: look at theirs in another tab, or save again to replace it.",
        ),
        { status: 409 },
      );
    case "not_found":
      return goTo(href("/admin/discounts"), "discount-not-found");
    default:
      return unreachable(saved);
  }
}
