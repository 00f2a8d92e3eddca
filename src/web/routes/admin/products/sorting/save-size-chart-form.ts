// What both pages with the form of a size chart do with it.
import { data, href } from "react-router";
import { readSizeChartForm } from "#domain/size-chart/size-chart-form.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { listDiscountProducts } from "#server/checkout/discounts/queries.ts";
import type { Shop } from "#server/core/shop.ts";
import { saveSizeChart } from "#server/products/size-charts/save-size-chart.ts";
import { listSuggestions } from "#server/products/spelling-queries.ts";
import { listSizeCharts } from "#server/settings/size-chart-queries.ts";
import { goTo } from "../../../../admin/frame/go-to.ts";
import { failure, success } from "../../../../admin/frame/notices.ts";
import {
  onlyNotice,
  refusedChart,
  type SizeChartAnswer,
} from "../../../../admin/products/size-charts/size-chart-answer.ts";
import type { Asked } from "../../admin-action.ts";
import { pictureIn } from "./save-category-form.ts";

/** What a chart may be for. */
export async function loadChartChoices(shop: Shop, chosen: readonly string[]) {
  const [{ products }, { type: types = [] }] = await Promise.all([
    listDiscountProducts(shop.db, chosen),
    listSuggestions(shop.db),
  ]);
  return { products, types: [...types] };
}

export function tooLargeChart() {
  return data<SizeChartAnswer>(onlyNotice(failure("The picture is larger than 2MB")), { status: 413 });
}

/** `id` null: the form of a new one. */
export async function saveSizeChartForm({ shop, actor, form: sent }: Asked, id: string | null) {
  const form = readSizeChartForm(sent);
  const version = Number(sent.get("version"));
  const saved = await saveSizeChart(shop, { id, version, form, picture: await pictureIn(sent), actor });
  if (saved.ok) {
    if (id === null)
      return goTo(href("/admin/products/size-charts/:id", { id: saved.id }), "size-chart-created");
    return data<SizeChartAnswer>(onlyNotice(success("Size chart saved")));
  }
  switch (saved.reason) {
    case "invalid": {
      const why = "Fix the marked fields.";
      return data<SizeChartAnswer>(refusedChart(form, why, { errors: saved.errors }), { status: 422 });
    }
    case "changed_meanwhile": {
      const now = (await listSizeCharts(shop.db)).find((chart) => chart.id === id);
      const why =
        "This chart was changed in another tab. Your changes are still here. Save again to replace it.";
      return data<SizeChartAnswer>(refusedChart(form, why, { version: now?.version ?? 0 }), { status: 409 });
    }
    case "not_found":
      return goTo(href("/admin/products/size-charts"), "size-chart-not-found");
    default:
      return unreachable(saved);
  }
}
