/**
 * For the end of a switch that covers every case. The compiler refuses the call if a case is missing, so a new
 * reason must get its words in every switch over reasons.
 */
export function unreachable(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`);
}
