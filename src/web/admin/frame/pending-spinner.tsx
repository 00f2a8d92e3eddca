import { useNavigation } from "react-router";
import { useDelayed } from "../../page/use-delayed.ts";
import { Spinner } from "../../ui/spinner.tsx";

/** A spinner in the corner while the next page loads. */
export function PendingSpinner() {
  const isLate = useDelayed(useNavigation().state === "loading");
  if (!isLate) return null;
  return (
    <div className="fixed top-3 right-4 z-50 rounded-full bg-surface px-3 py-2 shadow-float">
      <Spinner label="Loading" />
    </div>
  );
}
