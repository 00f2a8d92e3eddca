import { moved } from "#domain/text/moved.ts";
import { Button } from "../../ui/form/button.tsx";

type ChosenOrderProps = {
  chosen: string[];
  nameOf: (id: string) => string;
  onChange: (chosen: string[]) => void;
};

/** The chosen products as shoppers meet them; each can be moved and taken out. */
export function ChosenOrder({ chosen, nameOf, onChange }: ChosenOrderProps) {
  if (chosen.length === 0) return null;
  const move = (place: number, by: number) => onChange([...moved(chosen, place, place + by)]);
  return (
    <ol aria-label="Order in the collection" className="grid gap-1">
      {chosen.map((id, place) => (
        <li key={id} className="flex items-center gap-2 border-b border-line pb-1">
          <span className="numerals w-8 text-ink-2">{place + 1}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{nameOf(id)}</span>
          <Button look="quiet" disabled={place === 0} onClick={() => move(place, -1)}>
            <span aria-hidden="true">↑</span>
            <span className="sr-only">Move {nameOf(id)} up</span>
          </Button>
          <Button look="quiet" disabled={place === chosen.length - 1} onClick={() => move(place, 1)}>
            <span aria-hidden="true">↓</span>
            <span className="sr-only">Move {nameOf(id)} down</span>
          </Button>
          <Button look="quiet" onClick={() => onChange(chosen.filter((other) => other !== id))}>
            Remove<span className="sr-only"> {nameOf(id)}</span>
          </Button>
        </li>
      ))}
    </ol>
  );
}
