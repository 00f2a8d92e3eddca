import { Minus, Plus } from "../icons.tsx";

type StepperProps = {
  /** What is counted, for assistive technology: "Quantity of Rope Cap". */
  label: string;
  value: number;
  min?: number;
  max: number;
  size?: "medium" | "large";
  onChange: (value: number) => void;
};

/** A count between two buttons. At its bounds the button is disabled; the count is announced. */
export function Stepper({ label, value, min = 1, max, size = "medium", onChange }: StepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be drawn; this is one control.
    <div role="group" aria-label={label} className="stepper" data-size={size}>
      <button
        type="button"
        aria-label="Decrease quantity"
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus className="size-4" />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus className="size-4" />
      </button>
    </div>
  );
}
