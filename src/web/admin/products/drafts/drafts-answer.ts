// What the table of drafts answers when it was saved.
import { DRAFTS_PER_PAGE, type DraftErrors } from "#domain/product/drafts/draft-rows.ts";
import type { DraftsResult, SentDraft } from "#server/products/drafts/save-drafts.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";

export type DraftsAnswer = {
  notice: Notice | null;
  /** What is wrong with rows that were not saved, and what was typed there over what the row was opened with, by id. */
  refused: Record<string, Omit<SentDraft, "id"> & { errors: DraftErrors }>;
  /** A publication that can be undone. */
  undoId: string | null;
};

const nothing = { refused: {}, undoId: null };

export function draftsAnswer(result: DraftsResult, rows: SentDraft[], isPublishing: boolean): DraftsAnswer {
  if (!result.ok)
    return { ...nothing, notice: failure("Nothing was saved", `Send ${DRAFTS_PER_PAGE} drafts at most.`) };
  const { published, incomplete, undoId } = result;
  const refused = Object.fromEntries(
    rows.flatMap(({ id, ...row }) => {
      const errors = result.refused[id];
      return errors ? [[id, { ...row, errors, was: result.overtaken[id] ?? row.was }]] : [];
    }),
  );
  const wrong = Object.keys(refused).length;
  const rest = [
    wrong > 0 && `${drafts(wrong)} not saved: see what it says there.`,
    isPublishing && incomplete > 0 && `${drafts(incomplete)} not complete yet.`,
  ].filter(Boolean);
  const description = rest.join(" ");
  if (isPublishing && published === 0)
    return { refused, undoId, notice: failure("Nothing is on sale yet", description || "No draft is here.") };
  const title = isPublishing ? `${count(published, "product")} on sale` : "Drafts saved";
  const notice =
    wrong > 0 && !isPublishing ? failure("Not all saved", description) : success(title, description);
  return { refused, undoId, notice };
}

export function failedDrafts(): DraftsAnswer {
  return { ...nothing, notice: failure("Nothing was saved", "An unexpected error occurred. Try it again.") };
}

export const onlyNotice = (notice: Notice): DraftsAnswer => ({ ...nothing, notice });

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? " is" : "s are"}`;
}

const drafts = (number: number) => count(number, "draft");
