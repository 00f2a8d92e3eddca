import { useId } from "react";

export type Chip = { value: string; label: string; isOff?: boolean };

type ChipGroupProps = {
  legend: string;
  /** What the legend is about, for those who can't see it. */
  about?: string;
  chips: readonly Chip[];
  /** Null: none is chosen. */
  value: string | null;
  name?: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** A few choices that all show, of which one is chosen. What is off stays visible, struck through. */
export function ChipGroup({ legend, about, chips, value, name, error, onChange }: ChipGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-2 font-semibold">
        <span>{legend}</span>
        {about && <span className="sr-only">, {about}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <label key={chip.value} className={`option-chip ${chip.isOff ? "struck" : ""}`}>
            <input
              type="radio"
              name={name ?? `choice ${id}`}
              value={chip.value}
              className="sr-only"
              checked={value === chip.value}
              disabled={chip.isOff}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(chip.value)}
            />
            <span>{chip.label}</span>
            {chip.isOff && <span className="sr-only"> (sold out)</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-2 text-sm font-medium text-err">
          {error}
        </p>
      )}
    </fieldset>
  );
}
