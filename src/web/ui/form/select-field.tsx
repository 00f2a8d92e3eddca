import { FieldFrame, type FieldTexts } from "./field.tsx";
import { Select, type SelectProps } from "./select.tsx";

/** A select with its label, hint and error. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  ...select
}: FieldTexts & SelectProps) {
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      {(binding) => <Select {...select} {...binding} />}
    </FieldFrame>
  );
}
