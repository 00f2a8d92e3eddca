// What both pages with the form of a size chart do with it.
import { href } from "react-router";
import { sizeChartForm } from "#domain/size-chart/size-chart-form.ts";
import { listDiscountProducts } from "#server/checkout/discounts/queries.ts";
import type { Shop } from "#server/core/shop.ts";
import { saveSizeChart } from "#server/products/size-charts/save-size-chart.ts";
import { listSuggestions } from "#server/products/spelling-queries.ts";
import { answerForm } from "../../../../admin/forms/form-outcome.ts";
import { goTo } from "../../../../admin/frame/go-to.ts";
import { success } from "../../../../admin/frame/notices.ts";
import type { Asked } from "../../admin-action.ts";
import { pictureIn } from "./posted-picture.ts";

/** What a chart may be for. */
export async function loadChartChoices(shop: Shop, chosen: readonly string[]) {
  const [{ products }, { type: types = [] }] = await Promise.all([
    listDiscountProducts(shop.db, chosen),
    listSuggestions(shop.db),
  ]);
  return { products, types: [...types] };
}

/** `id` null: the form of a new one. */
export async function saveSizeChartForm({ shop, actor, form, fields }: Asked, id: string | null) {
  const picture = await pictureIn(form);
  const saved = await saveSizeChart(shop, { id, fields, picture, actor });
  if (!saved.ok && saved.reason === "not_found")
    return goTo(href("/admin/products/size-charts"), "size-chart-not-found");
  if (saved.ok && id === null && saved.id)
    return goTo(href("/admin/products/size-charts/:id", { id: saved.id }), "size-chart-created");
  return answerForm(form, sizeChartForm, saved, {
    saved: success("Size chart saved"),
    refused: "Size chart not saved",
  });
}
