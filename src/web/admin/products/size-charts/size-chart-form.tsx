import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { ProductImage } from "#domain/product/image.ts";
import { chartTextMax, type SizeChartForm as Fields } from "#domain/size-chart/size-chart-form.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field, TextAreaField } from "../../../ui/form/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { type Choice, ChoiceList } from "../../discounts/choice-list.tsx";
import { AnswerNote } from "../../frame/answer-note.tsx";
import { PictureField } from "../picture-field.tsx";
import { ChartGrid } from "./chart-grid.tsx";
import type { SizeChartAnswer } from "./size-chart-answer.ts";

type SizeChartFormProps = {
  opened: Fields;
  /** 0: a new one. */
  version: number;
  picture: ProductImage | null;
  types: string[];
  products: Choice[];
  answer: SizeChartAnswer | undefined;
};

/** The chart's table, its words, and what it is for. What was typed survives a refusal. */
export function SizeChartForm({ opened, version, picture, types, products, answer }: SizeChartFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isSaving = useNavigation().formData?.get("intent") === "save";
  const isLive = useHydrated();
  const form = answer?.form ?? opened;
  const errors = answer?.errors ?? {};
  useEffect(() => {
    if (answer?.form) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  return (
    <Form
      ref={element}
      method="post"
      encType="multipart/form-data"
      noValidate
      aria-label="Size chart"
      className="admin-card grid max-w-3xl gap-5 p-5 sm:p-7"
    >
      {answer && !isLive && <AnswerNote notice={answer.notice} />}
      <input type="hidden" name="version" value={answer?.version ?? version} />
      <Field
        name="name"
        label="Name"
        hint="Its heading in the size guide: Shirts, Belts."
        defaultValue={form.name}
        maxLength={chartTextMax.name}
        error={errors.name}
        autoComplete="off"
      />
      <Field
        name="caption"
        label="Heading of the table"
        hint="Leave blank to use the name. Example: Shirts: measures of the body"
        defaultValue={form.caption}
        maxLength={chartTextMax.caption}
        error={errors.caption}
        autoComplete="off"
        optional
      />
      <ChartGrid opened={form} errors={errors} />
      <TextAreaField
        name="advice"
        label="How to measure"
        defaultValue={form.advice}
        maxLength={chartTextMax.advice}
        rows={3}
        error={errors.advice}
        optional
      />
      <PictureField
        label="Picture"
        hint="Shows where to measure."
        picture={picture}
        alt={form.alt}
        errors={errors}
      />
      <ChartScope form={form} types={types} products={products} error={errors.productIds} />
      <div>
        <Button type="submit" name="intent" value="save" pending={isSaving}>
          Save Size Chart
        </Button>
      </div>
    </Form>
  );
}

type ScopeProps = { form: Fields; types: string[]; products: Choice[]; error: string | undefined };

/** What it is for. The nearest chart wins: a product's, then its type's, then its category's. */
function ChartScope({ form, types, products, error }: ScopeProps) {
  const { categories } = useRootData();
  const [chosen, setChosen] = useState({
    categories: form.categories,
    types: form.types,
    productIds: form.productIds,
  });
  const known = [...new Set([...form.types, ...types])].map((type) => ({ id: type, name: type }));
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">
        A chart for a product comes before one for its type, and that before one for its category.
      </p>
      <ChoiceList
        label="Categories"
        name="categories"
        choices={categories}
        chosen={chosen.categories}
        error={undefined}
        onChange={(ids) => setChosen({ ...chosen, categories: ids })}
      />
      {known.length > 0 && (
        <ChoiceList
          label="Types"
          name="types"
          choices={known}
          chosen={chosen.types}
          error={undefined}
          onChange={(ids) => setChosen({ ...chosen, types: ids })}
        />
      )}
      {products.length > 0 && (
        <ChoiceList
          label="Products"
          name="productIds"
          choices={products}
          chosen={chosen.productIds}
          error={error}
          onChange={(ids) => setChosen({ ...chosen, productIds: ids })}
        />
      )}
    </div>
  );
}
