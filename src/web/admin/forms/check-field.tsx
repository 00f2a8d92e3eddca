import type { ComponentProps, ReactNode } from "react";

type CheckFieldProps = ComponentProps<"input"> & { id: string; label: ReactNode; hint?: ReactNode };

/** A check box with its label next to it. */
export function CheckField({ id, label, hint, ...input }: CheckFieldProps) {
  return (
    <div className="flex items-start gap-3">
      <span className="flex h-11 items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
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
