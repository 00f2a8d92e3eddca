import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { UNDO_SECONDS } from "#domain/product/bulk-edit.ts";
import { Button } from "../../../ui/form/button.tsx";

/** For a minute after a change of stock or of several products. */
export function BulkUndo({ undoId }: { undoId: string }) {
  const isPending = useNavigation().formData?.get("intent") === "bulk-undo";
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), UNDO_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <Form
      method="post"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-field bg-sand px-4 py-3"
    >
      <p>You can undo this for a minute.</p>
      <input type="hidden" name="undo" value={undoId} />
      <Button type="submit" name="intent" value="bulk-undo" look="secondary" pending={isPending}>
        Undo
      </Button>
    </Form>
  );
}
