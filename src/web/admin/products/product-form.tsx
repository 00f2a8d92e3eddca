import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { categories, categoryLabels } from "#domain/product.ts";
import {
  DESCRIPTION_LENGTH_MAX,
  NAME_LENGTH_MAX,
  type ProductFields,
  productStatuses,
  productStatusLabels,
} from "#domain/product-form.ts";
import { Field, FieldFrame, TextAreaField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { AnswerNote } from "../answer-note.tsx";
import { LeaveDialog } from "../leave-dialog.tsx";
import { useAnswerToast } from "../use-notice-toasts.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import { CardPreview } from "./card-preview.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { ImageField } from "./image-field.tsx";
import type { FormAnswer } from "./product-answer.ts";
import { SaveBar } from "./save-bar.tsx";
import { StockFields } from "./stock-fields.tsx";
import { useProductForm } from "./use-product-form.ts";

type ProductFormProps = {
  /** The product's id, "new" for one that does not exist yet. */
  formId: string;
  opened: { fields: ProductFields; version: number };
  createdAt: string;
  answer: FormAnswer | undefined;
};

const categoryChoices = categories.map((value) => ({ value, label: categoryLabels[value] }));
const statusChoices = productStatuses.map((value) => ({ value, label: productStatusLabels[value] }));

/** Everything of one product. Works as a plain form; with scripts it previews, uploads at once and guards. */
export function ProductForm({ formId, opened, createdAt, answer }: ProductFormProps) {
  const form = useProductForm(formId, opened, answer);
  const { fields, errors, change } = form;
  const navigation = useNavigation();
  const isSaving = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [isUploading, setUploading] = useState(false);
  const guard = useUnsavedGuard(form.isDirty && !isSaving);
  const element = useRef<HTMLFormElement>(null);
  // What went wrong stands in the page until it is mended; only success passes by.
  useAnswerToast(answer?.notice?.tone === "error" ? null : answer);
  useFocusOnError(element, answer);
  useSaveKey(element);
  const text = (name: "name" | "price" | "salePrice") => ({
    id: `product-${name}`,
    name,
    value: fields[name],
    error: errors[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const isHydrated = useHydrated();
  return (
    <>
      {answer?.notice?.tone === "success" && !isHydrated && <AnswerNote notice={answer.notice} />}
      {answer?.notice?.tone === "error" && (
        <div role="alert">
          <AnswerNote notice={answer.notice} />
        </div>
      )}
      {form.wasRestored && (
        <AnswerNote
          notice={{ tone: "success", title: "What you typed before you were signed out is back." }}
        />
      )}
      <Form
        ref={element}
        method="post"
        encType="multipart/form-data"
        noValidate
        aria-label="Product"
        onSubmit={() => form.keep()}
      >
        <button
          type="submit"
          name="intent"
          value="save"
          className="hidden"
          tabIndex={-1}
          aria-hidden="true"
        />
        {answer?.conflict && <ConflictPanel changes={answer.conflict} origin={answer.origin} />}
        <input type="hidden" name="base" value={JSON.stringify(form.base.fields)} />
        <input type="hidden" name="version" value={form.base.version} />
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid gap-5">
            <section aria-label="Details" className="admin-card grid gap-4 p-5">
              <Field label="Product Name" maxLength={NAME_LENGTH_MAX} {...text("name")} />
              <TextAreaField
                id="product-description"
                label="Description"
                name="description"
                rows={6}
                maxLength={DESCRIPTION_LENGTH_MAX}
                value={fields.description}
                error={errors.description}
                onChange={(event) => change({ description: event.target.value })}
              />
            </section>
            <ImageField
              images={fields.images}
              error={errors.images}
              onChange={form.changeImages}
              onBusy={setUploading}
            />
            <StockFields fields={fields} errors={errors} onChange={change} />
          </div>
          <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-1">
            <section aria-label="Price and status" className="admin-card grid content-start gap-4 p-5">
              <Field label="Price ($)" inputMode="decimal" {...text("price")} />
              <Field label="Sale Price ($) (Optional)" inputMode="decimal" {...text("salePrice")} />
              <FieldFrame id="product-category" label="Category" error={errors.category}>
                {(binding) => (
                  <Select
                    {...binding}
                    name="category"
                    choices={categoryChoices}
                    value={fields.category}
                    onChange={(event) => change({ category: event.target.value })}
                  />
                )}
              </FieldFrame>
              <FieldFrame
                id="product-status"
                label="Status"
                hint="Only active products are in the shop."
                error={errors.status}
              >
                {(binding) => (
                  <Select
                    {...binding}
                    name="status"
                    choices={statusChoices}
                    value={fields.status}
                    onChange={(event) => change({ status: event.target.value })}
                  />
                )}
              </FieldFrame>
            </section>
            <CardPreview fields={fields} createdAt={createdAt} />
          </div>
        </div>
        <SaveBar
          label={formId === "new" ? "Create Product" : "Update Product"}
          isDirty={form.isDirty}
          isSaving={isSaving}
          isUploading={isUploading}
          onDiscard={form.discard}
        />
      </Form>
      <LeaveDialog blocker={guard} />
    </>
  );
}

function useFocusOnError(form: { current: HTMLFormElement | null }, answer: FormAnswer | undefined): void {
  useEffect(() => {
    if (!answer) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (first) first.focus();
    else if (answer.notice?.tone === "error") window.scrollTo({ top: 0 });
  }, [answer, form]);
}

/** Ctrl+S and ⌘S save, as they do everywhere. */
function useSaveKey(form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [form]);
}
