// The answers to the product form, in the words of the catalog. An answer carries the fields, so that a
// browser without scripts shows what was typed, and the version that the next save is compared with.
import { type FieldChange, withCountsNow } from "#domain/product/product-edit.ts";
import {
  type EditableProduct,
  fieldsOf,
  messagesOf,
  type ProductErrors,
  type ProductFields,
} from "#domain/product/product-form.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";

export type FormAnswer = {
  notice: Notice | null;
  fields: ProductFields;
  /** Whether these fields replace what the form shows. */
  replaces: boolean;
  errors: ProductErrors;
  /** What another editor changed meanwhile; null for no change. */
  conflict: FieldChange[] | null;
  /** The product that the next save is compared with; null: the one that the form has been compared with so far. */
  base: { fields: ProductFields; version: number } | null;
  /** The product as this editor opened it, for taking over what others changed. */
  origin: ProductFields | null;
  /** The id that the next sending of the form gives a new product. */
  newId?: string | undefined;
};

type Work = "create" | "update";

/** What a form held, and what it was opened with: a page without scripts would load a newer one for it. */
export type Typed = Pick<FormAnswer, "fields" | "base" | "newId">;

const plain = { notice: null, errors: {}, conflict: null, origin: null, replaces: false };

export function savedAnswer(product: EditableProduct): FormAnswer {
  const fields = fieldsOf(product);
  return {
    ...plain,
    notice: success("Product updated successfully"),
    fields,
    replaces: true,
    base: { fields, version: product.version },
  };
}

export function invalidAnswer(typed: Typed, errors: ProductErrors): FormAnswer {
  return { ...plain, ...typed, notice: invalidNotice(errors), errors };
}

function invalidNotice(errors: ProductErrors): Notice {
  return failure("Validation failed", `Validation error: ${messagesOf(errors)}`);
}

/** What an answer says while these of its errors are left: nothing about those that were mended. */
export function noticeLeft(answer: FormAnswer, left: ProductErrors): Notice | null {
  if (Object.keys(answer.errors).length === 0) return answer.notice;
  return Object.keys(left).length > 0 ? invalidNotice(left) : null;
}

export function failedAnswer(work: Work, typed: Typed, reason: string): FormAnswer {
  return { ...plain, ...typed, notice: failure(`Failed to ${work} product: ${reason}`) };
}

export function conflictAnswer(
  mine: ProductFields,
  origin: ProductFields | null,
  product: EditableProduct,
  conflict: FieldChange[],
): FormAnswer {
  const base = { fields: fieldsOf(product), version: product.version };
  const fields = origin ? withCountsNow(mine, origin, base.fields) : mine;
  const answer = failedAnswer("update", { fields, base }, "somebody else has changed it meanwhile");
  return { ...answer, conflict, origin };
}

/** The form with what others changed in it, not saved yet. */
export function takenOverAnswer(fields: ProductFields, product: EditableProduct): FormAnswer {
  const base = { fields: fieldsOf(product), version: product.version };
  return { ...plain, fields, base, replaces: true };
}

/** The answer to the first sending was lost. */
export function createdBefore(name: string): string {
  return `this form has created “${name}” already, without what you changed since. Change it under Products; with another click you create a second product`;
}

export const GONE = "it was deleted meanwhile. What you typed is still here";
export const UNEXPECTED = "An unexpected error occurred";
