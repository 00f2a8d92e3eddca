import { useEffect } from "react";
import type { FormValues } from "#domain/form/form-saved.ts";
import { draftsForm, draftsFormOf } from "#domain/product/drafts/drafts-form.ts";
import type { DraftRow } from "#server/products/drafts/list-drafts.ts";
import { Button } from "../../../ui/form/button.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";
import { DraftFields, ForAll } from "./draft-rows.tsx";

type DraftTableProps = {
  drafts: DraftRow[];
  answer: FormAnswer | undefined;
  /** Hears whether something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void;
};

/** The drafts of one page, saved together. */
export function DraftTable({ drafts, answer, onDirty }: DraftTableProps) {
  const stored: FormValues = draftsFormOf(drafts);
  const form = useOwnerForm({
    schema: draftsForm(drafts.map(({ id }) => id)),
    intent: "save",
    stored,
    answer,
  });
  const { isDirty, isSaving } = form;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const complete = drafts.filter(({ lacks }) => Object.keys(lacks).length === 0).length;
  return (
    <OwnerForm form={form} className="grid gap-4">
      <div className="grid gap-4" inert={isSaving}>
        <ForAll form={form} />
        {drafts.map((draft) => (
          <DraftFields key={draft.id} form={form} draft={draft} />
        ))}
      </div>
      <div className="save-bar">
        <p role="status" className="mr-auto text-sm text-ink-2">
          {isDirty ? "Unsaved changes" : `${complete} of ${drafts.length} complete`}
        </p>
        <Button type="submit" look="secondary" pending={isSaving}>
          Save Drafts
        </Button>
        <Button type="submit" name="publish" value="yes" pending={isSaving}>
          Publish all that are complete
        </Button>
      </div>
    </OwnerForm>
  );
}
