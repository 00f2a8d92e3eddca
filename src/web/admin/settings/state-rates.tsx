import { useEffect, useId, useRef, useState } from "react";
import { usStates } from "#domain/postal-address/us-states.ts";
import {
  parseStateRates,
  type StateRateLine,
  stateRateLines,
  stateRatesText,
} from "#domain/settings/state-rates.ts";
import { Button } from "../../ui/form/button.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { CircleAlert } from "../../ui/icons.tsx";
import { HiddenText } from "../forms/hidden-text.tsx";

type StateRatesProps = {
  name: string;
  /** One state and its rate on a line. */
  defaultValue: string;
  error: string | undefined;
};

const nameOf = (state: string) => usStates.find(([code]) => code === state)?.[1] ?? state;

/** The states in which tax is added, each with its rate. They are sent as one text. */
export function StateRates({ name, defaultValue, error }: StateRatesProps) {
  const [value, onChange] = useState(defaultValue);
  const table = useRef<HTMLTableElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  const id = useId();
  const lines = stateRateLines(value);
  const wrong = error ? parseStateRates(value).wrong : [];
  const free = usStates.filter(([code]) => !lines.some(({ state }) => state === code));

  useEffect(() => {
    if (error) table.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  useEffect(() => {
    if (added) table.current?.querySelector<HTMLElement>(`[data-state="${added}"]`)?.focus();
  }, [added]);

  const replace = (at: number, change: Partial<StateRateLine>) =>
    onChange(stateRatesText(lines.map((line, row) => (row === at ? { ...line, ...change } : line))));
  const add = (state: string) => {
    onChange(stateRatesText([...lines, { state, rate: "", taxesShipping: false }]));
    setAdded(state);
  };
  return (
    <div className="grid gap-4">
      <HiddenText
        name={name}
        text={value}
        onText={onChange}
        onFocus={() => table.current?.querySelector("input")?.focus()}
      />
      <table ref={table} className={`max-w-xl ${lines.length === 0 ? "hidden" : ""}`}>
        <caption className="pb-2 text-left font-semibold">States in which tax is added</caption>
        <StateHead />
        <tbody>
          {lines.map((line, at) => (
            <StateRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands there, twice as well.
              key={`${at} ${line.state}`}
              line={line}
              errorId={wrong.some(({ state }) => state === line.state) ? `${id}-error` : undefined}
              onChange={(change) => replace(at, change)}
              onRemove={() => onChange(stateRatesText(lines.filter((_, row) => row !== at)))}
            />
          ))}
        </tbody>
      </table>
      {error && (
        <p id={`${id}-error`} className="flex items-center gap-1.5 text-sm font-medium text-err">
          <CircleAlert className="size-4 flex-none" />
          {error}
        </p>
      )}
      <AddState free={free} onAdd={add} />
    </div>
  );
}

/** `free`: the states that have no rate yet. */
function AddState({ free, onAdd }: { free: (typeof usStates)[number][]; onAdd: (state: string) => void }) {
  const [chosen, setChosen] = useState("");
  const add = () => {
    if (chosen === "") return;
    onAdd(chosen);
    setChosen("");
  };
  return (
    <div className="flex max-w-md items-end gap-3">
      <SelectField
        label="Add a state"
        className="flex-1"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        choices={[
          { value: "", label: "Choose a state" },
          ...free.map(([code, label]) => ({ value: code, label })),
        ]}
      />
      <Button look="secondary" onClick={add}>
        Add
      </Button>
    </div>
  );
}

type StateRowProps = {
  line: StateRateLine;
  /** Of the text that says what is wrong with it. */
  errorId: string | undefined;
  onChange: (change: Partial<StateRateLine>) => void;
  onRemove: () => void;
};

function StateRow({ line: { state, rate, taxesShipping }, errorId, onChange, onRemove }: StateRowProps) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-4 text-left font-semibold">
        {nameOf(state)}
      </th>
      <td className="w-28 py-1.5">
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={rate}
          data-state={state}
          aria-label={`Rate for ${nameOf(state)} (%)`}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
          className="input numerals"
          onChange={({ currentTarget }) => onChange({ rate: currentTarget.value.replace("\n", "") })}
        />
      </td>
      <td className="py-1.5 pl-4">
        <label className="flex min-h-11 items-center">
          <input
            type="checkbox"
            className="check"
            checked={taxesShipping}
            onChange={({ currentTarget }) => onChange({ taxesShipping: currentTarget.checked })}
          />
          <span className="sr-only">Tax shipping to {nameOf(state)}</span>
        </label>
      </td>
      <td className="py-1.5 pl-4">
        <button type="button" className="text-link min-h-11" onClick={onRemove}>
          Remove<span className="sr-only"> {nameOf(state)}</span>
        </button>
      </td>
    </tr>
  );
}

function StateHead() {
  return (
    <thead className="text-left text-sm text-ink-2">
      <tr>
        <th scope="col" className="font-normal">
          State
        </th>
        <th scope="col" className="font-normal">
          Rate (%)
        </th>
        <th scope="col" className="pl-4 font-normal">
          Tax shipping
        </th>
        <th scope="col">
          <span className="sr-only">Remove</span>
        </th>
      </tr>
    </thead>
  );
}
