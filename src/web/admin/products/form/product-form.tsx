import { type RefObject, useEffect, useState } from "react";
import type { FormValues } from "#domain/form/form-saved.ts";
import { productForm, readProductForm } from "#domain/product/form/product-form-schema.ts";
import type { Suggestions } from "#domain/product/options/spellings.ts";
import { attributeNames, attributes } from "#domain/product/product-fields.ts";
import { emptyFields, type WaitingShoppers } from "#domain/product/product-form.ts";
import type { ChartScope } from "#domain/size-chart/size-chart.ts";
import { useRootData } from "../../../page/root-data.ts";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { SaveBar } from "../../forms/save-bar.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";
import { AttributeFields, type FormPartProps } from "./attribute-fields.tsx";
import { CardPreview } from "./card-preview.tsx";
import { FormNotes } from "./form-notes.tsx";
import { ImageField } from "./pictures/image-field.tsx";
import { SizeChartNote } from "./size-chart-note.tsx";
import { StockFields } from "./stock-fields.tsx";

type ProductFormProps = {
  /** What is stored, by the names of the fields. */
  stored: FormValues;
  /** The id that a new product will have; of an old one, its own. */
  product: { id: string; createdAt: string; isNew?: true };
  answer: FormAnswer | undefined;
  suggestions: Suggestions;
  sizeCharts: ChartScope[];
  /** How many wait for a restock email. */
  waiting?: WaitingShoppers[];
};

/** Everything of one product, and its card as shoppers will see it. */
export function ProductForm({
  stored,
  product,
  answer,
  suggestions,
  sizeCharts,
  waiting = [],
}: ProductFormProps) {
  const { categories } = useRootData();
  /** How many fields were wrong when the form was sent. */
  const [wrong, setWrong] = useState(0);
  const form = useOwnerForm({
    schema: productForm(categories),
    intent: "save",
    stored,
    answer,
    refused: null,
    onRefused: (names) => setWrong(names.length),
  });
  const [isUploading, setUploading] = useState(false);
  const { isSaving, element } = form;
  useSaveKey(element, !isUploading && !isSaving);
  const label = product.isNew ? "Create Product" : "Update Product";
  const part = { form, fields: { ...emptyFields, ...readProductForm(form.typed) }, suggestions };
  return (
    <>
      <FormNotes form={form} wrong={wrong} />
      <OwnerForm form={form} aria-label="Product" className="grid gap-5">
        {product.isNew && <input type="hidden" name="formId" value={product.id} />}
        {/* The page of a new product takes the place of this one. */}
        <div
          inert={product.isNew && isSaving}
          className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]"
        >
          <FormSections {...part} {...{ product, sizeCharts, waiting }} onBusy={setUploading} />
          <CardPreview fields={part.fields} createdAt={product.createdAt} />
        </div>
        <SaveBar
          form={form}
          label={isSaving ? "Saving..." : label}
          waitsFor={isUploading && "Uploading pictures"}
        />
      </OwnerForm>
    </>
  );
}

type FormSectionsProps = FormPartProps &
  Required<Pick<ProductFormProps, "product" | "sizeCharts" | "waiting">> & {
    onBusy: (isBusy: boolean) => void;
  };

function FormSections({ product, sizeCharts, waiting, onBusy, ...part }: FormSectionsProps) {
  return (
    <div className="grid gap-5">
      <section aria-label="Details" className="admin-card grid gap-4 p-5">
        <AttributeFields section="details" {...part} />
      </section>
      <section aria-label="Price and status" className="admin-card grid items-start gap-4 p-5 sm:grid-cols-2">
        <AttributeFields section="selling" {...part} />
      </section>
      <ImageField {...part.form.field("images")} onBusy={onBusy} />
      <StockFields {...part} waiting={waiting}>
        <SizeChartNote charts={sizeCharts} productId={product.id} fields={part.fields} />
      </StockFields>
      <MoreDetails {...part} />
    </div>
  );
}

/** What few products need; open when something is there, or wrong. */
function MoreDetails(part: FormPartProps) {
  const isNeeded = attributeNames.some(
    (name) =>
      attributes[name].section === "facts" &&
      (part.fields[name] !== attributes[name].initial || part.form.field(name).error !== undefined),
  );
  const [wasFilled] = useState(isNeeded);
  return (
    <details className="disclosure admin-card px-5 py-1" open={wasFilled || isNeeded}>
      <summary>More details</summary>
      <div className="grid items-start gap-4 pt-2 pb-5 sm:grid-cols-2">
        <AttributeFields section="facts" {...part} />
      </div>
    </details>
  );
}

/** Ctrl+S and ⌘S save, as they do everywhere. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, maySave: boolean): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (maySave) form.current?.requestSubmit();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [form, maySave]);
}
