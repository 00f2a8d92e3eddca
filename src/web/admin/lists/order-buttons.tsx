import { ActionButton } from "../../ui/form/action-button.tsx";
import { Button } from "../../ui/form/button.tsx";
import { ArrowDown, ArrowUp, Trash2 } from "../icons.tsx";

type OrderButtonsProps = {
  /** Path of the page whose action knows the intents "up" and "down". */
  action: string;
  item: { id: string; name: string };
  index: number;
  count: number;
};

/** Moves an item of a list one place up or down. */
export function OrderButtons({ action, item: { id, name }, index, count }: OrderButtonsProps) {
  const send = (intent: "up" | "down") => ({ action, fields: { intent, id }, ...iconLook });
  return (
    <div className="flex gap-1">
      <ActionButton {...send("up")} aria-label={`Move ${name} up`} disabled={index === 0}>
        <ArrowUp aria-hidden="true" className="size-5" />
      </ActionButton>
      <ActionButton {...send("down")} aria-label={`Move ${name} down`} disabled={index === count - 1}>
        <ArrowDown aria-hidden="true" className="size-5" />
      </ActionButton>
    </div>
  );
}

type MoveButtonsProps = {
  name: string;
  index: number;
  count: number;
  /** The item's new place. */
  onMove: (to: number) => void;
  /** Left out: it can't be removed. */
  onRemove?: (() => void) | undefined;
};

/** The same in a form that is saved later, and takes the item out of it. */
export function MoveButtons({ name, index, count, onMove, onRemove }: MoveButtonsProps) {
  return (
    <span className="flex flex-none gap-1">
      <Button
        {...iconLook}
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden="true" className="size-5" />
      </Button>
      <Button
        {...iconLook}
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden="true" className="size-5" />
      </Button>
      {onRemove && (
        <Button {...iconLook} aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
        </Button>
      )}
    </span>
  );
}

const iconLook = { look: "quiet", className: "w-11 px-0" } as const;
