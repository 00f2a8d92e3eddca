import { href, Link } from "react-router";
import {
  type DraftErrors,
  type DraftFieldName,
  type DraftTexts,
  optionChoices,
} from "#domain/product/drafts/draft-rows.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { NAME_LENGTH_MAX } from "#domain/product/product-fields.ts";
import type { DraftRow } from "#server/products/drafts/list-drafts.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Field, TextAreaField } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import type { DraftsAnswer } from "./drafts-answer.ts";
import { fieldOf, sharedField } from "./read-drafts.ts";

const GRID = "grid grid-cols-2 items-start gap-3 lg:grid-cols-[1.4fr_0.9fr_0.7fr_1fr_0.7fr_1.6fr]";

/** What rows take that say nothing of their own. */
export function ForAll() {
  return (
    <fieldset className="admin-card grid gap-3 p-5">
      <legend className="sr-only">For all that have none</legend>
      <p aria-hidden="true" className="font-semibold">
        For all that have none
      </p>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[0.7fr_1fr_0.7fr_2.4fr]">
        <Field
          label={<Label text="Price ($)" of="all" />}
          name={sharedField("price")}
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField
          label={<Label text="Sizes" of="all" />}
          name={sharedField("options")}
          defaultValue=""
          choices={[{ value: "", label: "Choose…" }, ...optionChoices]}
        />
        <Field
          label={<Label text="Quantity of each" of="all" />}
          name={sharedField("stock")}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextAreaField
          label={<Label text="Description" of="all" />}
          name={sharedField("description")}
          rows={1}
          className="col-span-2 lg:col-span-1"
        />
      </div>
    </fieldset>
  );
}

type RowProps = {
  draft: DraftRow;
  /** What the row was opened with, and its stock. */
  base: string;
  was: string;
  refused: DraftsAnswer["refused"][string] | undefined;
};

/** One draft, with what it lacks below its name. */
export function DraftFields({ draft, base, was, refused }: RowProps) {
  const { id, image, pictures, sizes, lacks } = draft;
  const texts: DraftTexts = refused?.texts ?? draft.texts;
  const errors: DraftErrors = refused?.errors ?? {};
  const name = draft.texts.name;
  const { categories } = useRootData();
  const field = (of: DraftFieldName) => ({
    name: fieldOf(of, id),
    defaultValue: texts[of],
    error: errors[of],
  });
  return (
    <fieldset className="admin-card grid gap-3 p-5">
      <legend className="sr-only">{name}</legend>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name={fieldOf("base", id)} value={base} />
      <input type="hidden" name={fieldOf("was", id)} value={was} />
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
          All fields<span className="sr-only"> of {name}</span>
        </Link>
      </div>
      <div className={GRID}>
        <Field
          label={<Label text="Name" of={name} />}
          {...field("name")}
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          className="col-span-2 lg:col-span-1"
        />
        <SelectField
          label={<Label text="Category" of={name} />}
          {...field("category")}
          choices={categories.map((category) => ({ value: category.id, label: category.name }))}
        />
        <Field
          label={<Label text="Price ($)" of={name} />}
          {...field("price")}
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField
          label={<Label text="Sizes" of={name} />}
          {...field("options")}
          choices={[{ value: "", label: sizes }, ...optionChoices.filter(({ label }) => label !== sizes)]}
        />
        <Field
          label={<Label text="Pieces" of={name} />}
          {...field("stock")}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextAreaField
          label={<Label text="Description" of={name} />}
          {...field("description")}
          rows={1}
          className="col-span-2 lg:col-span-1"
        />
      </div>
    </fieldset>
  );
}

const nouns: Record<keyof DraftErrors, string> = {
  name: "name",
  category: "category",
  price: "price",
  options: "sizes",
  stock: "pieces",
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
