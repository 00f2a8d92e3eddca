import { ActionButton } from "../../ui/form/action-button.tsx";
import { ArrowDown, ArrowUp } from "../icons.tsx";

type OrderButtonsProps = {
  /** Path of the page whose action knows the intents "up" and "down". */
  action: string;
  item: { id: string; name: string };
  index: number;
  count: number;
};

/** Moves an item of a list one place up or down. */
export function OrderButtons({ action, item: { id, name }, index, count }: OrderButtonsProps) {
  return (
    <div className="flex gap-1">
      <ActionButton action={action} fields={{ intent: "up", id }} look="quiet" disabled={index === 0}>
        <ArrowUp aria-hidden="true" className="size-5" />
        <span className="sr-only">Move {name} up</span>
      </ActionButton>
      <ActionButton
        action={action}
        fields={{ intent: "down", id }}
        look="quiet"
        disabled={index === count - 1}
      >
        <ArrowDown aria-hidden="true" className="size-5" />
        <span className="sr-only">Move {name} down</span>
      </ActionButton>
    </div>
  );
}
