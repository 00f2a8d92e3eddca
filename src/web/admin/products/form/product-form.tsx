import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Suggestions } from "#domain/product/options/spellings.ts";
import { attributeNames, attributes } from "#domain/product/product-fields.ts";
import type { WaitingShoppers } from "#domain/product/product-form.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { SaveBar } from "../../forms/save-bar.tsx";
import { useUnsaved } from "../../forms/unsaved.ts";
import { AnswerNote } from "../../frame/answer-note.tsx";
import { type Notice, success } from "../../frame/notices.ts";
import { useAnswerToast } from "../../frame/use-notice-toasts.ts";
import { AttributeFields, type FormPartProps } from "./attribute-fields.tsx";
import { CardPreview } from "./card-preview.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { ImageField } from "./pictures/image-field.tsx";
import type { FormAnswer } from "./product-answer.ts";
import { StockFields } from "./stock-fields.tsx";
import { type Opened, useProductForm } from "./use-product-form.ts";

type ProductFormProps = {
  /** The product's id, "new" for one that does not exist yet. */
  formId: string;
  opened: Opened;
  createdAt: string;
  answer: FormAnswer | undefined;
  suggestions: Suggestions;
  /** How many wait for a restock mail. */
  waiting?: WaitingShoppers[];
};

/** Everything of one product. Works as a plain form; scripts add a preview, uploads and a guard on leaving. */
export function ProductForm({
  formId,
  opened,
  createdAt,
  answer,
  suggestions,
  waiting = [],
}: ProductFormProps) {
  const form = useProductForm(formId, opened, answer);
  const navigation = useNavigation();
  const isSaving = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [isUploading, setUploading] = useState(false);
  const label = formId === "new" ? "Create Product" : "Update Product";
  useUnsaved(form.isDirty, isSaving);
  const element = useRef<HTMLFormElement>(null);
  // An error stays on the page until it is fixed; only success is a toast.
  useAnswerToast(answer?.notice?.tone === "error" ? null : answer);
  useFocusOnError(element, answer);
  useSaveKey(element);
  return (
    <>
      <FormNotes answer={answer} notice={form.notice} wasRestored={form.wasRestored} />
      <Form
        ref={element}
        method="post"
        encType="multipart/form-data"
        noValidate
        aria-label="Product"
        data-keeps-itself
        onSubmit={(event) => {
          // The keys that save know nothing of a button that is off.
          if (isUploading || isSaving) event.preventDefault();
          else form.keep();
        }}
      >
        {/* The Enter key presses the first button of a form. */}
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
        {answer?.conflict && <ConflictPanel changes={answer.conflict} origin={answer.origin} />}
        <input type="hidden" name="base" value={JSON.stringify(form.base.fields)} />
        <input type="hidden" name="version" value={form.base.version} />
        {form.newId && <input type="hidden" name="newId" value={form.newId} />}
        {/* The page of a new product takes the place of this one. */}
        <div inert={formId === "new" && isSaving && form.isSent}>
          <FormBody {...{ form, createdAt, suggestions, waiting }} onBusy={setUploading} />
        </div>
        <SaveBar
          form={{ isDirty: form.isDirty, isSaving, discard: form.discard }}
          label={isSaving ? "Saving..." : label}
          waitsFor={isUploading && "Uploading pictures"}
        />
      </Form>
    </>
  );
}

type FormBodyProps = {
  form: ReturnType<typeof useProductForm>;
  createdAt: string;
  suggestions: Suggestions;
  waiting: WaitingShoppers[];
  onBusy: (isBusy: boolean) => void;
};

function FormBody({ form, createdAt, suggestions, waiting, onBusy }: FormBodyProps) {
  const { fields, errors, change } = form;
  const part = { fields, errors, onChange: change, suggestions };
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-5">
        <section aria-label="Details" className="admin-card grid gap-4 p-5">
          <AttributeFields section="details" {...part} />
        </section>
        <section
          aria-label="Price and status"
          className="admin-card grid items-start gap-4 p-5 sm:grid-cols-2"
        >
          <AttributeFields section="selling" {...part} />
        </section>
        <ImageField
          images={fields.images}
          error={errors.images}
          onChange={form.changeImages}
          onBusy={onBusy}
        />
        <StockFields {...part} waiting={waiting} />
        <MoreDetails {...part} />
      </div>
      <CardPreview fields={fields} createdAt={createdAt} />
    </div>
  );
}

/** What few products need; open when something is there, or wrong. */
function MoreDetails(part: FormPartProps) {
  const isNeeded = attributeNames.some(
    (name) =>
      attributes[name].section === "facts" &&
      (part.fields[name] !== attributes[name].initial || part.errors[name] !== undefined),
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

type FormNotesProps = { answer: FormAnswer | undefined; notice: Notice | null; wasRestored: boolean };

/** Success is a toast where scripts run. `notice`: what of the answer's is left to say. */
function FormNotes({ answer, notice, wasRestored }: FormNotesProps) {
  const isHydrated = useHydrated();
  // What is left is not read out again with each field that is mended.
  const isWhole = notice?.description === answer?.notice?.description;
  return (
    <>
      {notice?.tone === "success" && !isHydrated && <AnswerNote notice={notice} />}
      {notice?.tone === "error" && (
        <div role={isWhole ? "alert" : undefined}>
          <AnswerNote notice={notice} />
        </div>
      )}
      {wasRestored && <AnswerNote notice={success("What you typed before you were signed out is back.")} />}
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
