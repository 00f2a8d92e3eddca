// One change for several products, as the list sends it. What is wrong with it: bulk-edit.ts.
import * as z from "zod";
import { labeled, textField } from "../../form/form-fields.ts";
import { type FormValues, readForm } from "../../form/form-saved.ts";
import { parseBulkEdit } from "../bulk-edit.ts";

/** Of each product its id, behind a colon what was seen of it (`BulkRow`). */
const ids = z.preprocess((sent) => [sent ?? []].flat().map(String), z.array(z.string()));

export const bulkForm = z
  .object({
    action: labeled("Change", textField()),
    value: labeled("Value", textField()),
    round: labeled("Rounding", textField()),
    from: labeled("Sale from", textField()),
    to: labeled("Sale to", textField()),
    id: labeled("Products", ids),
  })
  .superRefine((sent, context) => {
    const parsed = parseBulkEdit(sent);
    if (!parsed.ok) context.addIssue({ code: "custom", path: [parsed.field], message: parsed.message });
  });

export const newBulkForm = { action: "", value: "", round: "cent", from: "", to: "", id: [] };

/** The change, and of which products. `seen`: by id; null where a product is meant however it is. */
export function readBulkForm(sent: FormValues) {
  const read = readForm(bulkForm, sent);
  if (!read.ok) return read;
  const parsed = parseBulkEdit(read.value);
  if (!parsed.ok)
    return { ok: false as const, reason: "invalid" as const, errors: { [parsed.field]: parsed.message } };
  const chosen = read.value.id.map((id) => id.split(":"));
  const isSeen = chosen.length > 0 && chosen.every(([, seen]) => seen !== undefined);
  const seen = isSeen ? Object.fromEntries(chosen.map(([id = "", seen = ""]) => [id, seen])) : null;
  return { ok: true as const, edit: parsed.edit, ids: chosen.map(([id = ""]) => id), seen };
}
