import { Button } from "../../../ui/form/button.tsx";

type SaveBarProps = {
  label: string;
  isDirty: boolean;
  isSaving: boolean;
  isUploading: boolean;
  onDiscard: () => void;
};

/** Stays in view under the form: whether something is unsaved, and the buttons for it. */
export function SaveBar({ label, isDirty, isSaving, isUploading, onDiscard }: SaveBarProps) {
  return (
    <div className="save-bar">
      <p role="status" className="mr-auto text-sm text-ink-2">
        {isUploading ? "Uploading pictures" : isDirty ? "Unsaved changes" : ""}
      </p>
      {isDirty && !isSaving && (
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button type="submit" name="intent" value="save" pending={isSaving} disabled={isUploading}>
        {isSaving ? "Saving..." : label}
      </Button>
    </div>
  );
}
