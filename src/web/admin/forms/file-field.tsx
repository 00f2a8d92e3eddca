import { useEffect, useRef } from "react";
import { FieldFrame, type FieldTexts } from "../../ui/form/field.tsx";

type FileFieldProps = Omit<FieldTexts, "label"> & {
  id: string;
  name: string;
  label: string;
  /** When another one of these arrives, what was chosen has been dealt with, and browsers would refuse to send a file that was saved again since. */
  emptiedBy?: string | object | null | undefined;
};

/** One CSV file of the owner's computer, sent with its form. */
export function FileField({ name, emptiedBy, id, label, hint, error, optional = false }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(emptiedBy);
  useEffect(() => {
    // What was chosen before scripts arrived stays.
    if (before.current === emptiedBy) return;
    before.current = emptiedBy;
    if (emptiedBy && input.current) input.current.value = "";
  }, [emptiedBy]);
  return (
    <FieldFrame {...{ id, label, hint, error, optional }}>
      {(binding) => (
        <input
          {...binding}
          ref={input}
          type="file"
          name={name}
          accept=".csv,.tsv,.txt,text/csv"
          className="input"
        />
      )}
    </FieldFrame>
  );
}
