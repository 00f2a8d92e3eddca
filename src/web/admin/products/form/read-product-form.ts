import { parseBase, readProductFields, type SentFields } from "#domain/product/product-edit.ts";
import type { ProductFields } from "#domain/product/product-form.ts";

export type PostedProduct = {
  sent: SentFields;
  base: ProductFields | null;
  /** What the editor opened, where a conflict was shown. */
  origin: ProductFields | null;
  version: number | null;
  /** What the form of a new product calls it; any text. */
  newId: string | undefined;
  /** Pictures sent with the form itself, by a browser without scripts. */
  files: { name: string; bytes: () => Promise<Uint8Array> }[];
};

export function readProductForm(form: FormData): PostedProduct {
  const version = Number(form.get("version"));
  const files = form.getAll("files").filter((file) => typeof file !== "string" && file.size > 0) as File[];
  return {
    sent: readProductFields(form),
    base: parseBase(form.get("base")),
    origin: parseBase(form.get("origin")),
    version: Number.isSafeInteger(version) && version > 0 ? version : null,
    newId: form.get("newId")?.toString(),
    files: files.map((file) => ({
      name: file.name,
      bytes: async () => new Uint8Array(await file.arrayBuffer()),
    })),
  };
}
