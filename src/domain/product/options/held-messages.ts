// Why an option can't be changed while units of it are held for shoppers who are paying.

const areHeld = (held: number) =>
  `${held} ${held === 1 ? "is" : "are"} held for shoppers who are paying right now`;

/** Why stock can't go lower right now. */
export function heldMessage(held: number): string {
  return `${areHeld(held)}, so the quantity must be at least ${held}`;
}

/** Why an option can't be removed right now. */
export function stillHeldMessage(variation: string, held: number): string {
  return `${variation || "The product without options"} can't be removed: ${areHeld(held)}`;
}
