// The table of drafts as it is posted: each field has the id of its draft behind its name.
import {
  type DraftTexts,
  draftFieldNames,
  type SharedTexts,
  sharedFieldNames,
} from "#domain/product/drafts/draft-rows.ts";
import { textOf as fieldText } from "#domain/product/product-form.ts";
import { byName } from "#domain/text/fields.ts";
import type { SentDraft } from "#server/products/drafts/save-drafts.ts";

/** The name of a field of a draft's row. */
export const fieldOf = (name: string, id: string) => `${name}:${id}`;
/** The name of a field of the line for all. */
export const sharedField = (name: string) => `all:${name}`;

/** Nothing is refused here. */
export function readDrafts(form: FormData): { rows: SentDraft[]; shared: SharedTexts } {
  const text = (name: string, keepsLines: boolean) => fieldText(form.get(name), keepsLines);
  const rows = form.getAll("id").map((sent) => {
    const id = String(sent);
    const texts = byName<DraftTexts>(draftFieldNames, (name) =>
      text(fieldOf(name, id), name === "description"),
    );
    return { id, base: text(fieldOf("base", id), false), texts, was: text(fieldOf("was", id), false) };
  });
  const shared = byName<SharedTexts>(sharedFieldNames, (name) =>
    text(sharedField(name), name === "description"),
  );
  return { rows, shared };
}
