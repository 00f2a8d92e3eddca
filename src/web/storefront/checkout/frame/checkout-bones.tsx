import { Skeleton } from "../../../ui/skeleton.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

/** A placeholder for a step that is not known yet. */
export function CheckoutBones() {
  return (
    <div className="grid gap-6">
      <p className="text-ink-2">
        <Spinner label="Processing your request..." />
      </p>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
    </div>
  );
}
