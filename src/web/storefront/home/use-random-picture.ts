import { useEffect, useState } from "react";
import type { ProductImage } from "#domain/product/image.ts";

/**
 * A random one of the pictures; undefined until the browser has chosen. The page is the same for everybody, so the
 * server can't choose, and a browser that began with the server's choice would fetch two.
 */
export function useRandomPicture(pictures: ProductImage[]): ProductImage | null | undefined {
  const [index, setIndex] = useState<number>();
  useEffect(() => setIndex(pickIndex(pictures.length, Math.random())), [pictures.length]);
  return index === undefined ? undefined : (pictures[index] ?? null);
}

/** A number from 0 to below 1 → one of `count` places, each equally likely. */
export function pickIndex(count: number, chance: number): number {
  return Math.min(Math.floor(chance * count), Math.max(count - 1, 0));
}
