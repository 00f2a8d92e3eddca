import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { toast } from "../ui/toast.ts";
import { LoadFailure } from "./load-failure.tsx";

const FAILURE = "Failed to load product details. Please try again later.";

/** The product could not be loaded, which says nothing about whether it exists. */
export function ProductFailure() {
  const revalidator = useRevalidator();
  useEffect(() => {
    const id = toast.error("Error", { description: FAILURE });
    return () => toast.dismiss(id);
  }, []);
  return (
    <LoadFailure
      message={FAILURE}
      isRetrying={revalidator.state === "loading"}
      onRetry={() => void revalidator.revalidate()}
    />
  );
}
