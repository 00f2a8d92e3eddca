import { useEffect, useState } from "react";
import type { ProductImage } from "#domain/product/image.ts";

/** The first picture in the server's page, which is the same for everyone; a random one in the browser. */
export function useRandomPicture(pictures: ProductImage[]): ProductImage | null {
  const [index, setIndex] = useState(0);
  useEffect(() => setIndex(pickIndex(pictures.length, Math.random())), [pictures.length]);
  return pictures[index] ?? null;
}

/** A number from 0 to below 1 → one of `count` places, each equally likely. */
export function pickIndex(count: number, chance: number): number {
  return Math.min(Math.floor(chance * count), Math.max(count - 1, 0));
}
