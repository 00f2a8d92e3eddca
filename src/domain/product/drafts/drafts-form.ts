// The table of drafts as a form: a field for each row, named by the draft's id, and one for all. What is wrong with a row is
// known where its draft is.
import * as z from "zod";
import { type FormSchema, labeled } from "../../form/form-fields.ts";
import { type FormValues, openedWith } from "../../form/form-saved.ts";
import { byName } from "../../text/fields.ts";
import { isUuid } from "../../text/uuid.ts";
import { textOf } from "../product-form.ts";
import {
  type DraftTexts,
  noShared,
  type OpenedDraft,
  openedNames,
  type SharedTexts,
  sharedFieldNames,
} from "./draft-rows.ts";

function row<Row extends Record<string, string>>(names: readonly (keyof Row & string)[]) {
  const texts = (sent: unknown) =>
    byName<Row>(names, (name) => textOf(Object(sent)[name], name === "description"));
  return z.unknown().transform(texts);
}

const draftRow = row<OpenedDraft>(openedNames);
const sharedRow = row<SharedTexts>(sharedFieldNames);

export function draftsForm(ids: readonly string[]): FormSchema {
  const rows = byName<Record<string, z.ZodType>>(ids, () => labeled("Draft", draftRow));
  return z.object({ ...rows, all: labeled("Fill in blanks on all drafts", sharedRow) });
}

/** The table as it is opened. */
export function draftsFormOf(drafts: readonly { id: string; opened: OpenedDraft }[]): FormValues {
  return { ...Object.fromEntries(drafts.map(({ id, opened }) => [id, opened])), all: noShared };
}

/** A row as it was sent, and as it was opened; null where that is not known. */
export type SentDraft = { id: string; texts: DraftTexts; opened: OpenedDraft | null };

/** Nothing is refused here. `base`: what the table was opened with, as JSON. */
export function readDrafts(sent: FormValues, base: unknown) {
  const opened = openedWith(base) ?? {};
  const rows = Object.keys(sent)
    .filter(isUuid)
    .map((id): SentDraft => {
      return {
        id,
        texts: draftRow.parse(sent[id]),
        opened: Object.hasOwn(opened, id) ? draftRow.parse(opened[id]) : null,
      };
    });
  return { schema: draftsForm(rows.map(({ id }) => id)), rows, shared: sharedRow.parse(sent.all) };
}
