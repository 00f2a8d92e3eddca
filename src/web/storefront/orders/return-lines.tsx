import { useState } from "react";
import { itemName } from "#domain/product/item-name.ts";
import {
  FOR_EXCHANGE,
  FOR_REFUND,
  forOption,
  nextSize,
  optionsAfter,
  quantityField,
  type ReturnableLine,
  UNDECIDED,
  wantedField,
  wishesFor,
} from "#domain/returns/return-request.ts";
import { ChipGroup } from "../../ui/form/chip-group.tsx";
import { Field, FieldFrame } from "../../ui/form/field.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** What is chosen for a line; `option`: the name of the one that is wanted instead. Null: nothing yet. */
export type LineChoice = { units: number; wish: "refund" | "exchange" | null; option: string | null };

type TypedFields = Readonly<Record<string, string>>;

/** What is chosen for each line. In an order of one line it is the one that is meant. */
export function useLineChoices(lines: ReturnableLine[], typed: TypedFields) {
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState(() =>
    Object.fromEntries(lines.map((line) => [line.id, firstChoice(line, lines.length === 1, typed)])),
  );
  const of = (line: ReturnableLine) => chosen[line.id] ?? firstChoice(line, lines.length === 1, {});
  return {
    of,
    units: (line: ReturnableLine) => Math.min(of(line).units, line.left),
    // Without scripts the questions can't follow the counts.
    asked: lines.filter((line) => of(line).units > 0 || !isHydrated),
    set: (line: ReturnableLine, change: Partial<LineChoice>) =>
      setChosen((was) => ({ ...was, [line.id]: { ...of(line), ...change } })),
  };
}

function firstChoice(line: ReturnableLine, isOnly: boolean, typed: TypedFields): LineChoice {
  const wanted = typed[wantedField(line.id)];
  const option = line.options.find((each) => forOption(each) === wanted)?.name ?? null;
  const isRefund = wanted === FOR_REFUND || line.options.every(({ free }) => free < 1);
  return {
    units: Math.min(line.left, Number(typed[quantityField(line.id)] ?? (isOnly ? 1 : 0)) || 0),
    wish: option !== null ? "exchange" : isRefund ? "refund" : null,
    option,
  };
}

type LineUnitsProps = {
  line: ReturnableLine;
  isOnly: boolean;
  units: number;
  onUnits: (units: number) => void;
};

/** How many of a line. Without scripts the count is a plain field. */
export function LineUnits({ line, isOnly, units, onUnits }: LineUnitsProps) {
  const isHydrated = useHydrated();
  const { id, left } = line;
  const name = itemName(line);
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">
        <span>{name}</span>
        {left > 1 && <span className="block text-sm text-ink-2">{left} items</span>}
      </span>
      {isHydrated ? (
        <>
          <input type="hidden" name={quantityField(id)} value={units} />
          {(left > 1 || !isOnly) && (
            <Stepper
              label={`Quantity of ${name}`}
              value={units}
              min={isOnly ? 1 : 0}
              max={left}
              onChange={onUnits}
            />
          )}
        </>
      ) : (
        <Field
          id={quantityField(id)}
          name={quantityField(id)}
          label={<span className="sr-only">Quantity of {name}</span>}
          inputMode="numeric"
          defaultValue={units}
          className="w-20 flex-none"
        />
      )}
    </div>
  );
}

type LineWishProps = {
  line: ReturnableLine;
  /** The line's name, where there are several. */
  about: string | null;
  reason: string;
  choice: LineChoice;
  error: string | undefined;
  onChoose: (choice: Partial<LineChoice>) => void;
};

/** A refund or an exchange; after "Too small" the next larger size is offered first. Without scripts it is one list. */
export function LineWish(props: LineWishProps) {
  const { line, about, reason, choice, error, onChoose } = props;
  if (!useHydrated()) return <PlainWish {...props} />;
  const { wish } = choice;
  const offered = optionsAfter(line.options, reason);
  const hasSizes = line.options.some(({ name }) => name !== "");
  const option = choice.option ?? (hasSizes ? (nextSize(line.options, reason)?.name ?? null) : "");
  const isOut = offered.every(({ free }) => free < 1);
  const value = wish === "refund" ? FOR_REFUND : wish === null ? UNDECIDED : wantedOf(option);
  return (
    <>
      <input type="hidden" name={wantedField(line.id)} value={value} />
      <ChipGroup
        legend={about === null ? "What would you like?" : `What would you like for ${about}?`}
        chips={[
          { value: "refund", label: "Refund" },
          { value: "exchange", label: "Exchange", isOff: isOut },
        ]}
        value={wish}
        error={wish === "exchange" && hasSizes ? undefined : error}
        onChange={(next) => onChoose({ wish: next === "refund" ? "refund" : "exchange" })}
      />
      {wish === "exchange" && hasSizes && (
        <ChipGroup
          legend="Exchange for"
          about={itemName(line)}
          chips={offered.map(({ name, free, isSame }) => ({
            value: name,
            label: isSame ? `${name}, same item` : name,
            isOff: free < 1,
          }))}
          value={option}
          error={error}
          onChange={(next) => onChoose({ option: next })}
        />
      )}
    </>
  );
}

function wantedOf(option: string | null): string {
  return option === null ? FOR_EXCHANGE : forOption({ name: option });
}

function PlainWish({ line, choice, error }: LineWishProps) {
  const id = wantedField(line.id);
  return (
    <FieldFrame
      id={id}
      error={error}
      label={
        <>
          <span>Send back for</span>
          <span className="sr-only">, {itemName(line)}</span>
        </>
      }
    >
      {(binding) => (
        <select
          {...binding}
          name={id}
          defaultValue={choice.option === null ? FOR_REFUND : forOption({ name: choice.option })}
          className="input"
        >
          {wishesFor(line).map(({ value, label, isSoldOut }) => (
            <option key={value} value={value} disabled={isSoldOut}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
