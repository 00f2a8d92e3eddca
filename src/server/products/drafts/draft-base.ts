import { createHash } from "node:crypto";
import { writtenByRow } from "#domain/product/drafts/draft-rows.ts";
import type { EditableProduct } from "#domain/product/product-form.ts";

/**
 * What a row was opened with, as a hash of 43 characters, so that a long description does not travel through the form
 * twice.
 */
export function draftBase(product: EditableProduct): string {
  return createHash("sha256").update(writtenByRow(product)).digest("base64url");
}
