import { type ReactNode, useId } from "react";

type CheckFieldProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A check box of the settings, with its label beside it. */
export function CheckField({ name, label, hint, checked, disabled, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <span className="flex h-11 items-center">
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="check"
        />
      </span>
      <div>
        <label htmlFor={id} className="flex min-h-11 items-center font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-2">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
