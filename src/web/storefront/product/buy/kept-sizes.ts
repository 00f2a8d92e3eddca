import { type KeptIn, kept } from "../../../page/kept-value.ts";

/** Where this browser keeps the sizes that were chosen (chosen-sizes.ts). */
export const sizesIn = (storage?: KeptIn) => kept(() => storage ?? window.localStorage, "sizes");
