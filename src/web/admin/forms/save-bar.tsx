import { Button } from "../../ui/form/button.tsx";

type SaveBarProps = {
  label: string;
  /** Whether something is unsaved, in words. */
  status: string;
  statusClass: string;
  isDirty: boolean;
  isSaving: boolean;
  isDisabled?: boolean;
  onDiscard: () => void;
};

/** Stays in view under a form: whether something is unsaved, and the buttons for it. */
export function SaveBar(props: SaveBarProps) {
  const { label, status, statusClass, isDirty, isSaving, isDisabled, onDiscard } = props;
  return (
    <div className="save-bar">
      <p role="status" className={`${statusClass} text-sm text-ink-2`}>
        {status}
      </p>
      {isDirty && !isSaving && (
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button type="submit" name="intent" value="save" pending={isSaving} disabled={isDisabled}>
        {label}
      </Button>
    </div>
  );
}
