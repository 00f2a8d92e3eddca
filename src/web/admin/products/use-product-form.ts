import { useEffect, useEffectEvent, useState } from "react";
import type { ProductErrors, ProductFields } from "#domain/product-form.ts";
import { dropInput, keepInput, keptInput } from "./kept-input.ts";
import type { FormAnswer } from "./product-answer.ts";

type Opened = { fields: ProductFields; version: number };

/**
 * What the form holds. It begins with the stored product (or what a page without scripts was answered with),
 * keeps what is typed through refused saves, and takes new fields only from a save or a take-over.
 */
export function useProductForm(formId: string, opened: Opened, answer: FormAnswer | undefined) {
  const [fields, setFields] = useState(answer?.fields ?? opened.fields);
  const [restored, setRestored] = useState<Opened | null>(null);
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    if (answer?.replaces) setFields(answer.fields);
    if (answer?.base) setRestored(null);
  }
  useEffect(() => {
    if (answer) dropInput(formId);
  }, [answer, formId]);

  const restore = useEffectEvent(() => {
    const kept = keptInput(formId);
    dropInput(formId);
    if (!kept) return;
    setFields(kept.fields);
    setRestored({ fields: kept.base ?? opened.fields, version: kept.version });
  });
  useEffect(() => restore(), []);

  const base = answer?.base ?? restored ?? opened;
  const errors: ProductErrors = answer?.errors ?? {};
  return {
    fields,
    base,
    errors,
    isDirty: !isSame(fields, base.fields),
    wasRestored: restored !== null,
    change: (change: Partial<ProductFields>) => setFields((before) => ({ ...before, ...change })),
    changeImages: (change: (images: ProductFields["images"]) => ProductFields["images"]) =>
      setFields((before) => ({ ...before, images: change(before.images) })),
    discard: () => setFields(base.fields),
    keep: () => keepInput(formId, { fields, base: base.fields, version: base.version }),
  };
}

/** Boxes of options that are not named any more count as nothing. */
function isSame(a: ProductFields, b: ProductFields): boolean {
  const canonical = (fields: ProductFields) => {
    const stock = [...fields.stock].sort((x, y) => (x.option < y.option ? -1 : 1));
    return JSON.stringify({ ...fields, stock: stock.filter((box) => fields.options.includes(box.option)) });
  };
  return canonical(a) === canonical(b);
}
