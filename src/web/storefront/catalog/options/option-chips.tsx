import { formatMoney } from "#domain/money/money.ts";
import { effectivePrice, type ProductOption } from "#domain/product/product.ts";
import { ChipGroup } from "../../../ui/form/chip-group.tsx";

type OptionChipsProps = {
  /** The option's name: "Size". */
  legend: string;
  options: ProductOption[];
  pricesVary: boolean | undefined;
  selected: string | null;
  /** Shown below the chips, for example when none is chosen. */
  error: string | undefined;
  onSelect: (variation: string) => void;
  /** A tap on a sold-out one. */
  onSoldOut: (variation: string) => void;
};

/** The options as chips, with their prices where these differ. */
export function OptionChips(props: OptionChipsProps) {
  const { legend, options, pricesVary, selected, error, onSelect, onSoldOut } = props;
  return (
    <ChipGroup
      legend={legend}
      chips={options.map(({ variation, available, ...prices }) => ({
        value: variation,
        label: variation,
        note: pricesVary ? formatMoney(effectivePrice(prices)) : undefined,
        isOff: available <= 0,
      }))}
      value={selected}
      error={error}
      onChange={onSelect}
      onOff={onSoldOut}
    />
  );
}
