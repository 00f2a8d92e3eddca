import { IMAGE_UPLOAD_BYTES_MAX, PRODUCT_IMAGES_MAX } from "#domain/product/image-upload.ts";
import { parseBase, readProductFields, type SentFields } from "#domain/product/product-edit.ts";
import type { ProductFields } from "#domain/product/product-form.ts";
import { readForm } from "../../forms/posted-body.ts";

export type PostedProduct = {
  intent: string;
  sent: SentFields;
  base: ProductFields | null;
  /** What the editor began with, where a conflict was shown. */
  origin: ProductFields | null;
  version: number | null;
  /** Pictures that came with the form itself, from a browser without scripts. */
  files: { name: string; bytes: () => Promise<Uint8Array> }[];
};

/** All pictures at once, and the texts. */
const FORM_BYTES_MAX = (PRODUCT_IMAGES_MAX + 1) * IMAGE_UPLOAD_BYTES_MAX;

/** Reads the posted product form; null when it is larger than any form of ours. */
export async function readProductForm(request: Request): Promise<PostedProduct | null> {
  const form = await readForm(request, FORM_BYTES_MAX);
  if (!form) return null;
  const version = Number(form.get("version"));
  const files = form.getAll("files").filter((file) => typeof file !== "string" && file.size > 0) as File[];
  return {
    intent: String(form.get("intent") ?? "save"),
    sent: readProductFields(form),
    base: parseBase(form.get("base")),
    origin: parseBase(form.get("origin")),
    version: Number.isSafeInteger(version) && version > 0 ? version : null,
    files: files.map((file) => ({
      name: file.name,
      bytes: async () => new Uint8Array(await file.arrayBuffer()),
    })),
  };
}
