import { moved } from "#domain/text/moved.ts";
import { MoveButtons } from "../lists/order-buttons.tsx";

type ChosenOrderProps = {
  chosen: string[];
  nameOf: (id: string) => string;
  onChange: (chosen: string[]) => void;
};

/** The chosen products as shoppers meet them; each can be moved and taken out. */
export function ChosenOrder({ chosen, nameOf, onChange }: ChosenOrderProps) {
  if (chosen.length === 0) return null;
  return (
    <ol aria-label="Order in the collection" className="grid gap-1">
      {chosen.map((id, place) => (
        <li key={id} className="flex items-center gap-2 border-b border-line pb-1">
          <span className="numerals w-8 text-ink-2">{place + 1}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{nameOf(id)}</span>
          <MoveButtons
            name={nameOf(id)}
            index={place}
            count={chosen.length}
            onMove={(to) => onChange([...moved(chosen, place, to)])}
            onRemove={() => onChange(chosen.filter((other) => other !== id))}
          />
        </li>
      ))}
    </ol>
  );
}
