import { ShopTime } from "../../page/shop-time.tsx";

/** `at`: ISO time. `withTime`: whether the time of day is shown beside the date. */
export function LocalTime({ at, withTime = false }: { at: string; withTime?: boolean }) {
  return <ShopTime at={at} style={withTime ? "date and time" : "date"} />;
}
