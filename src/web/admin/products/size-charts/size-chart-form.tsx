import type { FormValues } from "#domain/form/form-saved.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { chartTextMax, sizeChartForm } from "#domain/size-chart/size-chart-form.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field, TextAreaField } from "../../../ui/form/field.tsx";
import { type Choice, ChoiceList } from "../../discounts/choice-list.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { type FormState, useOwnerForm } from "../../forms/use-owner-form.ts";
import { PictureField } from "../picture-field.tsx";
import { ChartGrid } from "./chart-grid.tsx";

type SizeChartFormProps = {
  stored: FormValues;
  picture: ProductImage | null;
  types: string[];
  products: Choice[];
  answer: FormAnswer | undefined;
};

/** The chart's table, its words, and what it is for. */
export function SizeChartForm({ stored, picture, types, products, answer }: SizeChartFormProps) {
  const form = useOwnerForm({ schema: sizeChartForm, intent: "save", stored, answer });
  return (
    <OwnerForm
      form={form}
      encType="multipart/form-data"
      aria-label="Size chart"
      className="admin-card grid max-w-3xl gap-5 p-5 sm:p-7"
    >
      <Field
        {...form.field("name")}
        hint="Heading in the size guide, such as Shirts or Belts."
        maxLength={chartTextMax.name}
        autoComplete="off"
      />
      <Field
        {...form.field("caption")}
        hint="Leave blank to use the name. Example: Shirts: body measurements"
        maxLength={chartTextMax.caption}
        autoComplete="off"
        optional
      />
      <ChartGrid {...form.field("grid")} errors={form.form.allErrors} />
      <TextAreaField {...form.field("advice")} maxLength={chartTextMax.advice} rows={3} optional />
      <PictureField form={form} hint="Shows where to measure" picture={picture} />
      <ChartScope form={form} types={types} products={products} />
      <div>
        <Button type="submit" pending={form.isSaving}>
          Save Size Chart
        </Button>
      </div>
    </OwnerForm>
  );
}

type ScopeProps = {
  form: FormState<"categories" | "types" | "productIds">;
  types: string[];
  products: Choice[];
};

/** What it is for. The nearest chart wins: a product's, then its type's, then its category's. */
function ChartScope({ form, types, products }: ScopeProps) {
  const { categories } = useRootData();
  const ofTypes = form.choices("types");
  const known = [...new Set([...ofTypes.defaultChosen, ...types])].map((type) => ({ id: type, name: type }));
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">
        Shoppers see the product's own chart, if there is one, then its type's, then its category's.
      </p>
      <ChoiceList {...form.choices("categories")} choices={categories} />
      {known.length > 0 && <ChoiceList {...ofTypes} choices={known} />}
      {products.length > 0 && <ChoiceList {...form.choices("productIds")} choices={products} />}
    </div>
  );
}
