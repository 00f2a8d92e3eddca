/**
 * For the end of a switch that names every case. The compiler refuses the call as soon as one case is left
 * over, so a new reason has to be given its words wherever reasons are told.
 */
export function unreachable(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`);
}
