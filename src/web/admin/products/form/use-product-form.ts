import { useState } from "react";
import { codesOf } from "#domain/product/options/item-codes.ts";
import { parseOptions } from "#domain/product/options/option-names.ts";
import { priceNames } from "#domain/product/options/own-prices.ts";
import { wantedRenames } from "#domain/product/options/rename-options.ts";
import { parseBase, withCountsNow, withTypedSince } from "#domain/product/product-edit.ts";
import { errorsLeft, type ProductFields, pricesIn } from "#domain/product/product-form.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { dropForm, useKeptForm } from "../../forms/kept-form.ts";
import { type FormAnswer, noticeLeft } from "./product-answer.ts";

/** `newId`: the id that a new product will have. */
export type Opened = { fields: ProductFields; version: number; newId?: string };
type KeptInput = {
  fields: ProductFields;
  base: ProductFields | null;
  version: number;
  newId: string | undefined;
};

const keptAs = (formId: string) => `admin-product:${formId}`;

/** Another page has taken the place of a form whose product is stored. */
export const forgetTyped = (formId: string) => dropForm(keptAs(formId));

/**
 * The state of the form. It starts with the stored product (or with the answer, on a page without scripts),
 * keeps what is typed through refused saves, and takes new fields only from a save or a take-over, and of these only what
 * was not typed since.
 */
export function useProductForm(formId: string, opened: Opened, answer: FormAnswer | undefined) {
  const [fields, setFields] = useState(answer?.fields ?? opened.fields);
  // Not what the page loads later: the fields stay as they are then, and would pass for changes of what is stored now.
  const [base, setBase] = useState(answer?.base ?? opened);
  // Sent again since no answer came, the form still means the same product.
  const [newId, setNewId] = useState(answer?.newId ?? opened.newId);
  const [wasRestored, setRestored] = useState(false);
  /** What waits for an answer. */
  const [sent, setSent] = useState<ProductFields | null>(null);
  /** What the answer is about. */
  const [answered, setAnswered] = useState(fields);
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    setSent(null);
    setAnswered(sent ?? fields);
    if (answer?.newId) setNewId(answer.newId);
    if (answer?.replaces)
      setFields((typed) => (sent ? withTypedSince(answer.fields, sent, typed) : answer.fields));
    if (answer?.base) {
      const [before, now] = [base.fields, answer.base.fields];
      if (answer.conflict) setFields((typed) => withCountsNow(typed, before, now));
      setBase(answer.base);
      setRestored(false);
    }
  }
  const keep = useKeptForm(keptAs(formId), answer, readKept, (kept) => {
    setFields(kept.fields);
    setBase({ fields: kept.base ?? opened.fields, version: kept.version });
    if (kept.newId) setNewId(kept.newId);
    setRestored(true);
  });

  const errors = errorsLeft(answer?.errors ?? {}, answered, fields);
  return {
    fields,
    base,
    newId,
    errors,
    notice: answer ? noticeLeft(answer, errors) : null,
    isDirty: !isSame(fields, base.fields),
    wasRestored,
    isSent: sent !== null,
    change: (change: Partial<ProductFields>) => setFields((before) => ({ ...before, ...change })),
    changeImages: (change: (images: ProductFields["images"]) => ProductFields["images"]) =>
      setFields((before) => ({ ...before, images: change(before.images) })),
    discard: () => setFields(base.fields),
    /** The form is being sent. */
    keep: () => {
      setSent(fields);
      keep({ fields, base: base.fields, version: base.version, newId });
    },
  };
}

function readKept(kept: Record<string, unknown>): KeptInput | null {
  const fields = parseBase(JSON.stringify(kept.fields));
  if (!fields) return null;
  const newId = typeof kept.newId === "string" ? kept.newId : undefined;
  return { fields, base: parseBase(JSON.stringify(kept.base)), version: Number(kept.version) || 0, newId };
}

/** Ignores the boxes of options that are no longer listed. */
function isSame(a: ProductFields, b: ProductFields): boolean {
  const counted = ({ stock, codes, prices, renames, ...fields }: ProductFields) => {
    const listed = parseOptions(fields.options);
    const boxes = stock.filter((box) => listed.includes(box.option));
    const coded = codes.filter((line) =>
      listed.length === 0 ? line.option === "" : listed.includes(line.option),
    );
    return {
      ...fields,
      stock: Object.fromEntries(boxes.map((box) => [box.option, box.quantity])),
      prices: Object.fromEntries(
        listed.map((option) => [option, priceNames.map((name) => pricesIn(prices, option)[name].trim())]),
      ),
      codes: Object.fromEntries(coded.map((line) => [line.option, codesOf(line)])),
      renames: Object.fromEntries(wantedRenames({ ...fields, renames }).map(({ from, to }) => [from, to])),
    };
  };
  return sameValues(counted(a), counted(b));
}
