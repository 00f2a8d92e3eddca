// A session may end in the middle of a form: saving then leads to the sign-in page. What was typed is kept
// in this tab until the form has been answered, and is back when the owner returns.
import { parseBase } from "#domain/product-edit.ts";
import type { ProductFields } from "#domain/product-form.ts";

export type KeptInput = { fields: ProductFields; base: ProductFields | null; version: number };

const PREFIX = "admin-product:";

export function keepInput(formId: string, input: KeptInput): void {
  try {
    sessionStorage.setItem(PREFIX + formId, JSON.stringify(input));
  } catch {
    // A full or forbidden storage keeps nothing; saving works all the same.
  }
}

export function dropInput(formId: string): void {
  try {
    sessionStorage.removeItem(PREFIX + formId);
  } catch {
    // There is nothing kept where nothing can be kept.
  }
}

/** What was typed before the session ended, or null. */
export function keptInput(formId: string): KeptInput | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + formId) ?? "null");
    const fields = parseBase(JSON.stringify(kept?.fields));
    if (!fields) return null;
    return { fields, base: parseBase(JSON.stringify(kept.base)), version: Number(kept.version) || 0 };
  } catch {
    return null;
  }
}
