import { type ComponentProps, type ReactNode, useId } from "react";
import { CircleAlert } from "../icons.tsx";

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
};

/** What a control needs so that its label, hint and error belong to it. */
export type FieldBinding = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FrameProps = FieldTexts & {
  id?: string;
  className?: string;
  children: (binding: FieldBinding) => ReactNode;
};

/** Label above, control, hint and error below, tied together for assistive technology. */
export function FieldFrame({ id, label, hint, error, optional, className = "", children }: FrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={controlId} className="font-semibold">
        <span>{label}</span>
        {optional && <span className="font-normal text-ink-2"> (Optional)</span>}
      </label>
      {children({
        id: controlId,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="flex items-center gap-1.5 text-sm font-medium text-err">
          <CircleAlert className="size-4 flex-none" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

type FieldProps = FieldTexts & ComponentProps<"input">;

/** One line of text with its label, hint and error. */
export function Field({ label, hint, error, optional, className, id, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      {(binding) => <input type="text" {...input} {...binding} className="input" />}
    </FieldFrame>
  );
}

/** Asks for the visitor's own email address. */
export function EmailField(props: Omit<FieldProps, "label">) {
  return (
    <Field
      {...props}
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

type TextAreaProps = FieldTexts & ComponentProps<"textarea">;

/** Several lines of text with their label, hint and error. */
export function TextAreaField({ label, hint, error, optional, className, id, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      {(binding) => <textarea rows={5} {...area} {...binding} className="input" />}
    </FieldFrame>
  );
}
