import { useHydrated } from "../ui/use-hydrated.ts";

type LocalTimeProps = {
  /** ISO time. */
  at: string;
  /** Whether the time of day is shown beside the date. */
  withTime?: boolean;
};

/**
 * A moment in en-US words. The server does not know where the owner is and writes UTC; the browser, once it
 * has taken over, writes the owner's own time.
 */
export function LocalTime({ at, withTime = false }: LocalTimeProps) {
  const isHydrated = useHydrated();
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    ...(withTime ? { timeStyle: "short" } : {}),
    ...(isHydrated ? {} : { timeZone: "UTC" }),
  });
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
