import { useId, useState } from "react";
import { CircleAlert } from "../../ui/icons.tsx";

export type Choice = { id: string; name: string };

type ChoiceListProps = {
  label: string;
  /** Without one, another field says what is chosen. */
  name?: string;
  choices: Choice[];
  chosen: string[];
  /** What was chosen at first, in a form that keeps its own fields. */
  defaultChosen?: string[];
  onChange?: (chosen: string[]) => void;
  error: string | undefined;
};

/** A long list gets a field that narrows it. */
const LONG = 12;

/** Check boxes in a list that scrolls. What is chosen stays chosen while the list is narrowed, or after it was deleted. */
export function ChoiceList({
  label,
  name,
  choices,
  defaultChosen,
  chosen,
  error,
  onChange,
}: ChoiceListProps) {
  const id = useId();
  const [find, setFind] = useState("");
  const words = find.trim().toLowerCase();
  const toggled = (choice: Choice, isOn: boolean) =>
    isOn ? [...chosen, choice.id] : chosen.filter((one) => one !== choice.id);
  const isListed = new Set(choices.map((choice) => choice.id));
  const deleted = (defaultChosen ?? []).filter((one) => !isListed.has(one));
  const listed = [...choices, ...deleted.map((one) => ({ id: one, name: "Deleted" }))];
  const isShown = (choice: Choice) => choice.name.toLowerCase().includes(words);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-semibold">
        {label} ({chosen.length} chosen)
      </legend>
      {choices.length > LONG && (
        <input
          type="search"
          aria-label={`Find ${label.toLowerCase()}`}
          placeholder="Find by name"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          className="input mt-2 sm:max-w-sm"
        />
      )}
      <ul className="mt-2 max-h-80 overflow-y-auto rounded-field border border-line">
        {listed.map((choice) => (
          <li key={choice.id} hidden={!isShown(choice)}>
            <label className="flex min-h-11 items-center gap-3 px-3">
              <input
                type="checkbox"
                name={name}
                value={choice.id}
                {...(onChange
                  ? {
                      checked: chosen.includes(choice.id),
                      onChange: (event) => onChange(toggled(choice, event.currentTarget.checked)),
                    }
                  : { defaultChecked: (defaultChosen ?? chosen).includes(choice.id) })}
                aria-invalid={error ? true : undefined}
                className="check"
              />
              {choice.name}
            </label>
          </li>
        ))}
      </ul>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-center gap-1.5 text-sm font-medium text-err">
          <CircleAlert className="size-4 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
