import { href, Link } from "react-router";
import type { ProductFields } from "#domain/product/product-form.ts";
import { type ChartScope, chartFor } from "#domain/size-chart/size-chart.ts";

type SizeChartNoteProps = {
  charts: ChartScope[];
  productId: string;
  fields: Pick<ProductFields, "type" | "category">;
};

/** The size chart that shoppers see with the product as it is typed, and where to change that. */
export function SizeChartNote({ charts, productId, fields }: SizeChartNoteProps) {
  const chart = chartFor({ id: productId, type: fields.type, categoryId: fields.category }, charts);
  return (
    <p className="text-sm">
      <strong className="font-semibold">Size chart</strong> ·{" "}
      {chart ? (
        <>
          <Link to={href("/admin/products/size-charts/:id", { id: chart.id })} className="text-link">
            {chart.name}
          </Link>{" "}
          {wayTo(chart, productId, fields.category)}
        </>
      ) : (
        <>
          none.{" "}
          <Link
            to={href(charts.length > 0 ? "/admin/products/size-charts" : "/admin/products/size-charts/new")}
            className="text-link"
          >
            {charts.length > 0 ? "Choose a chart" : "Add a chart"}
          </Link>
        </>
      )}
    </p>
  );
}

function wayTo({ productIds, categories, types }: ChartScope, id: string, category: string): string {
  if (productIds.includes(id)) return "for this product";
  return types.length > 0 && !categories.includes(category) ? "for its type" : "for its category";
}
