import { formatMoment, type MomentStyle } from "#domain/text/dates.ts";
import { useRootData } from "./root-data.ts";

/** A moment (ISO) in the store's own zone: the same words from the server and in every browser. */
export function ShopTime({ at, style = "date" }: { at: string; style?: MomentStyle }) {
  const { timeZone } = useRootData().profile;
  return <time dateTime={at}>{formatMoment(at, timeZone, style)}</time>;
}
