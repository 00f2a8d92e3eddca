// What the audit log holds of products, the same whether one was saved by its form or a thousand by a file.
import { valuesOf } from "#domain/product-form.ts";
import type { AuditEntry } from "../audit/queries.ts";
import type { NewProduct, ProductChange } from "./queries.ts";

export function creationEntry(actor: string, { id, values }: NewProduct): AuditEntry {
  return { actor, action: "product.created", object: id, after: values };
}

export function changeEntry(actor: string, { before, values }: ProductChange): AuditEntry {
  return { actor, action: "product.updated", object: before.id, before: valuesOf(before), after: values };
}
