import { Button } from "../../ui/form/button.tsx";
import type { FormState } from "./use-owner-form.ts";

type SaveBarProps = {
  form: Pick<FormState<never>, "isDirty" | "isSaving" | "discard">;
  label: string;
  /** What else it waits for, in words. */
  waitsFor?: string | false;
};

/** Stays in view under a form: whether something is unsaved, and the buttons for it. */
export function SaveBar({ form: { isDirty, isSaving, discard }, label, waitsFor }: SaveBarProps) {
  const isUnsaved = isDirty && !isSaving;
  return (
    <div className="save-bar">
      <p role="status" className="min-w-0 flex-1 text-sm text-ink-2">
        {waitsFor || (isUnsaved ? "Unsaved changes" : "")}
      </p>
      {isUnsaved && (
        <Button look="quiet" onClick={discard}>
          Discard
        </Button>
      )}
      <Button type="submit" pending={isSaving} disabled={Boolean(waitsFor)}>
        {label}
      </Button>
    </div>
  );
}
