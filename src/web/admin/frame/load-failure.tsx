import { CircleAlert } from "lucide-react";
import { useLocation } from "react-router";
import { LinkButton } from "../../ui/form/button.tsx";

/** Replaces a page whose data could not be loaded. 'Try Again' reloads the page. */
export function LoadFailure({ message }: { message: string }) {
  const { pathname, search } = useLocation();
  return (
    <div role="alert" className="admin-card grid justify-items-start gap-4 p-6 sm:p-8">
      <CircleAlert aria-hidden="true" className="size-8 text-err" />
      <p className="text-lg font-semibold">{message}</p>
      <LinkButton to={`${pathname}${search}`} reloadDocument>
        Try Again
      </LinkButton>
    </div>
  );
}
