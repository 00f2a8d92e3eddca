import { createHash } from "node:crypto";
import { writtenByRow } from "#domain/product/drafts/draft-rows.ts";
import type { EditableProduct } from "#domain/product/product-form.ts";

/** What a row is opened with, in 43 signs: a description of thousands needs no second way through the form. */
export function draftBase(product: EditableProduct): string {
  return createHash("sha256").update(writtenByRow(product)).digest("base64url");
}
