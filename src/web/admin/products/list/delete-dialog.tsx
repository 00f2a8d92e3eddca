import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { Dialog, DialogBody } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";

export type Deletable = { id: string; name: string };

const WARNING =
  "This action cannot be undone. This will permanently delete the product and remove it from your inventory.";

type DeleteDialogProps = {
  /** The product to delete; null while the dialog is closed. */
  product: Deletable | null;
  question: string;
  isPending: boolean;
  onClose: () => void;
};

/** Asks before a product is deleted. The focus starts on 'Cancel'. */
export function DeleteDialog({ product, question, isPending, onClose }: DeleteDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const isOpen = product !== null;
  useEffect(() => {
    if (isOpen) cancel.current?.focus();
  }, [isOpen]);
  return (
    <Dialog open={isOpen} onClose={onClose} title={question}>
      <DialogBody>
        {product && (
          <Form method="post" className="grid gap-4 p-5" onSubmit={onClose}>
            <p className="font-semibold wrap-anywhere">{product.name}</p>
            <p>{WARNING}</p>
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="id" value={product.id} />
            <div className="flex flex-wrap justify-end gap-3">
              <Button ref={cancel} look="secondary" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" look="danger" pending={isPending}>
                Delete
              </Button>
            </div>
          </Form>
        )}
      </DialogBody>
    </Dialog>
  );
}
