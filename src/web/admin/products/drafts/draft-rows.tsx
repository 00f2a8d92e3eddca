import { href, Link } from "react-router";
import {
  type DraftErrors,
  type DraftFieldName,
  type OpenedDraft,
  optionChoices,
  type SharedTexts,
} from "#domain/product/drafts/draft-rows.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { NAME_LENGTH_MAX } from "#domain/product/product-fields.ts";
import type { DraftRow } from "#server/products/drafts/list-drafts.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Field, TextAreaField } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import type { FormState } from "../../forms/use-owner-form.ts";

const GRID = "grid grid-cols-2 items-start gap-3 lg:grid-cols-[1.4fr_0.9fr_0.7fr_1fr_0.7fr_1.6fr]";

/** What rows take that say nothing of their own. */
export function ForAll({ form }: Pick<RowProps, "form">) {
  const field = (of: keyof SharedTexts, text: string) => ({
    ...form.at(`all.${of}`),
    label: <Label text={text} of="all" />,
  });
  return (
    <fieldset className="admin-card grid gap-3 p-5">
      <legend className="sr-only">Fill in blanks on all drafts</legend>
      <p aria-hidden="true" className="font-semibold">
        Fill in blanks on all drafts
      </p>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[0.7fr_1fr_0.7fr_2.4fr]">
        <Field {...field("price", "Price ($)")} inputMode="decimal" autoComplete="off" />
        <SelectField
          {...field("options", "Sizes")}
          choices={[{ value: "", label: "Choose…" }, ...optionChoices]}
        />
        <Field {...field("stock", "Quantity of each")} inputMode="numeric" autoComplete="off" />
        <TextAreaField
          {...field("description", "Description")}
          rows={1}
          className="col-span-2 lg:col-span-1"
        />
      </div>
    </fieldset>
  );
}

type RowProps = { form: FormState; draft: DraftRow };

/** One draft, with what it lacks below its name. */
export function DraftFields({ form, draft }: RowProps) {
  const { id, opened } = draft;
  const { name } = opened;
  const { categories } = useRootData();
  const field = (of: DraftFieldName, text: string) => ({
    ...form.at(`${id}.${of}`),
    label: <Label text={text} of={name} />,
  });
  return (
    <fieldset className="admin-card grid gap-3 p-5">
      <legend className="sr-only">{name}</legend>
      <input type="hidden" name={`${id}.sizes`} value={openedOf(form, draft).sizes} />
      <DraftHeading draft={draft} />
      <div className={GRID}>
        <Field
          {...field("name", "Name")}
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          className="col-span-2 lg:col-span-1"
        />
        <SelectField
          {...field("category", "Category")}
          choices={categories.map((category) => ({ value: category.id, label: category.name }))}
        />
        <Field {...field("price", "Price ($)")} inputMode="decimal" autoComplete="off" />
        <SelectField
          {...field("options", "Sizes")}
          choices={[
            { value: "", label: opened.sizes },
            ...optionChoices.filter(({ label }) => label !== opened.sizes),
          ]}
        />
        <Field {...field("stock", "Quantity")} inputMode="numeric" autoComplete="off" />
        <TextAreaField
          {...field("description", "Description")}
          rows={1}
          className="col-span-2 lg:col-span-1"
        />
      </div>
    </fieldset>
  );
}

/** The row as it was opened, which is what the next save is compared with. */
function openedOf({ base }: FormState, { id, opened }: DraftRow): OpenedDraft {
  return (base[id] as OpenedDraft | undefined) ?? opened;
}

function DraftHeading({ draft: { id, image, pictures, lacks, opened } }: Pick<RowProps, "draft">) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {image && (
        <img
          src={imageAtWidth(image.url, 320)}
          alt=""
          width={44}
          height={55}
          loading="lazy"
          className="h-13.75 w-11 flex-none rounded-[6px] bg-sand object-cover"
        />
      )}
      <span className="mr-auto text-sm text-ink-2">
        {pictures === 1 ? "1 picture" : `${pictures} pictures`}
      </span>
      <Lacking lacks={lacks} />
      <Link to={href("/admin/products/edit/:id", { id })} className="text-link font-semibold">
        All fields<span className="sr-only"> of {opened.name}</span>
      </Link>
    </div>
  );
}

const nouns: Record<keyof DraftErrors, string> = {
  name: "name",
  category: "category",
  price: "price",
  options: "sizes",
  stock: "quantity",
  description: "description",
  images: "picture",
};

function Lacking({ lacks }: { lacks: DraftErrors }) {
  const missing = (Object.keys(lacks) as (keyof DraftErrors)[]).map((each) => nouns[each]);
  if (missing.length === 0) return <Badge tone="green">Complete</Badge>;
  return <Badge tone="yellow">Needs {missing.join(", ")}</Badge>;
}

/** Screen readers say whose field it is. */
function Label({ text, of }: { text: string; of: string }) {
  return (
    <>
      {text}
      <span className="sr-only"> of {of}</span>
    </>
  );
}
