import { type ReactNode, useId } from "react";

/** `note`: in small text next to the label. */
export type Chip = { value: string; label: ReactNode; note?: string | undefined; isOff?: boolean };

type ChipGroupProps = {
  legend: string;
  /** What the legend is about, for those who can't see it. */
  about?: string;
  chips: readonly Chip[];
  /** Null: none is chosen. Left out, the browser keeps it, from `defaultValue` on. */
  value?: string | null;
  defaultValue?: string | undefined;
  name?: string;
  error?: string | undefined;
  onChange?: (value: string) => void;
  /** A tap on one that is off. What it leads to is reachable by keyboard as is. */
  onOff?: (value: string) => void;
};

/** A few choices that all show, of which one is chosen. What is off stays visible, struck through. */
export function ChipGroup(props: ChipGroupProps) {
  const { legend, about, chips, value, defaultValue, name, error, onChange, onOff } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-2 font-semibold">
        <span>{legend}</span>
        {about && <span className="sr-only">, {about}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys can't reach what is disabled.
          <label
            key={chip.value}
            className={`option-chip ${chip.isOff ? "struck" : ""}`}
            onClick={() => chip.isOff && onOff?.(chip.value)}
          >
            <input
              type="radio"
              name={name ?? `choice ${id}`}
              value={chip.value}
              className="sr-only"
              {...(value === undefined
                ? { defaultChecked: defaultValue === chip.value }
                : { checked: value === chip.value })}
              disabled={chip.isOff}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange?.(chip.value)}
            />
            <span>{chip.label}</span>
            {chip.note && <small className="font-normal">{` ${chip.note}`}</small>}
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
