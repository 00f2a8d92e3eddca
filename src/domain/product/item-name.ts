/** "Harbor Polo (M)". Without options the variation is null, or "" where it is part of a key. */
export function itemName({ name, variation }: { name: string; variation: string | null }): string {
  return variation ? `${name} (${variation})` : name;
}
