// What saving the table of drafts has led to, in words.
import type { FormErrors, FormSaved } from "#domain/form/form-saved.ts";
import { DRAFTS_PER_PAGE } from "#domain/product/drafts/draft-rows.ts";
import type { SentDraft } from "#domain/product/drafts/drafts-form.ts";
import type { DraftsResult } from "#server/products/drafts/save-drafts.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";

type Outcome = { saved: FormSaved; notice: Notice; undoId?: string | null };

export function draftsOutcome(result: DraftsResult, rows: SentDraft[], isPublishing: boolean): Outcome {
  if (!result.ok) {
    const errors = { "": `Send ${DRAFTS_PER_PAGE} drafts at most.` };
    return { saved: { ok: false, reason: "invalid", errors }, notice: failure(NOT_SAVED, errors[""]) };
  }
  const { published, incomplete, refused, now, undoId } = result;
  const gone = rows.filter(({ id }) => refused[id] && !now[id]).map(({ texts }) => texts.name);
  const wrong = Object.keys(refused).length - gone.length;
  const onSale = `${count(published, "product")} on sale`;
  const rest = [
    wrong > 0 && `${count(wrong, "draft")} not saved: check the marked fields, then save again.`,
    gone.length > 0 && `No longer a draft, and not saved: ${gone.join(", ")}.`,
    isPublishing && incomplete > 0 && `${count(incomplete, "draft")} not complete yet.`,
  ].filter((each) => each !== false);
  const notice = (): Notice => {
    if (isPublishing && published === 0)
      return failure("Nothing is on sale yet", rest.join(" ") || "There are no drafts.");
    if (wrong + gone.length > 0)
      return failure(
        "Some drafts weren't saved",
        [...(isPublishing ? [`${onSale}.`] : []), ...rest].join(" "),
      );
    return success(isPublishing ? onSale : "Drafts saved", rest.join(" "));
  };
  const saved: FormSaved =
    wrong + gone.length === 0
      ? { ok: true, now }
      : { ok: false, reason: "invalid", errors: errorsOf(refused), now };
  return { saved, notice: notice(), undoId };
}

export const NOT_SAVED = "Nothing was saved";

/** By the names of the fields; a row has none for its pictures. */
function errorsOf(refused: Extract<DraftsResult, { ok: true }>["refused"]): FormErrors {
  const entries = Object.entries(refused).flatMap(([id, errors]) =>
    Object.entries(errors).map(([name, message]) => [`${id}.${name === "images" ? "name" : name}`, message]),
  );
  return Object.fromEntries(entries);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? " is" : "s are"}`;
}
