import { useId } from "react";
import { formatMoney } from "#domain/money/money.ts";
import { effectivePrice, type ProductOption } from "#domain/product/product.ts";

type OptionChipsProps = {
  /** The option's name: "Size". */
  legend: string;
  options: ProductOption[];
  pricesVary: boolean | undefined;
  selected: string | null;
  /** Shown below the chips, for example when none is chosen. */
  error: string | null;
  onSelect: (variation: string) => void;
  /** A tap on a sold-out one. Its form is reachable by keyboard as is. */
  onSoldOut: (variation: string) => void;
};

/** The options as radio chips, with their prices where these differ. A sold-out one stays visible, struck through and labeled in words. */
export function OptionChips({
  legend,
  options,
  pricesVary,
  selected,
  error,
  onSelect,
  onSoldOut,
}: OptionChipsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ variation, available, ...prices }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys can't reach what is disabled; the form below they can.
          <label
            key={variation}
            className={`option-chip ${available <= 0 ? "struck" : ""}`}
            onClick={() => available <= 0 && onSoldOut(variation)}
          >
            <input
              type="radio"
              name={`option ${id}`}
              value={variation}
              className="sr-only"
              checked={selected === variation}
              disabled={available <= 0}
              onChange={() => onSelect(variation)}
            />
            <span>{variation}</span>
            {pricesVary && <small className="font-normal">{` ${formatMoney(effectivePrice(prices))}`}</small>}
            {available <= 0 && <span className="sr-only"> (sold out)</span>}
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
