import { type MouseEvent, useState } from "react";
import { useLocation } from "react-router";
import { useSecondTry } from "../../../page/failures/second-try.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { CircleAlert } from "../../../ui/icons.tsx";

/**
 * Replaces a page whose data could not be loaded. 'Try Again' reloads the page, as soon as the shop answers at all:
 * before that, a browser would show its own error page and forget this one.
 */
export function LoadFailure({ message }: { message: string }) {
  const { pathname, search } = useLocation();
  const isFirst = useSecondTry();
  const [asked, setAsked] = useState<"no" | "now" | "in vain">("no");
  const retry = async (event: MouseEvent) => {
    event.preventDefault();
    setAsked("now");
    const isReached = await fetch("/healthz", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReached) window.location.assign(`${pathname}${search}`);
    else setAsked("in vain");
  };
  if (isFirst) return <div aria-busy="true" className="min-h-dvh" />;
  return (
    <div role="alert" className="admin-card grid justify-items-start gap-4 p-6 sm:p-8">
      <CircleAlert aria-hidden="true" className="size-8 text-err" />
      <p className="text-lg font-semibold">{message}</p>
      {asked === "in vain" && <p>The shop can't be reached. Check your connection, then try again.</p>}
      <LinkButton to={`${pathname}${search}`} reloadDocument aria-busy={asked === "now"} onClick={retry}>
        Try Again
      </LinkButton>
    </div>
  );
}

/** Replaces a page that does not exist, or no longer exists. */
export function Missing({ what }: { what: string }) {
  return (
    <div className="admin-card grid justify-items-start gap-4 p-6 sm:p-8">
      <p className="text-lg font-semibold">{what}</p>
      <p className="text-ink-2">Check the address. What it showed may have been deleted.</p>
      <LinkButton to="/admin/dashboard">Go to the dashboard</LinkButton>
    </div>
  );
}
