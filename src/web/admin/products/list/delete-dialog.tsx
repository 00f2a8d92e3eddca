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
            <DeleteFields product={product} />
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

type DeleteQuestionProps = { product: Deletable; question: string; cancelTo: string };

/** The same question in the page, for a browser without scripts. */
export function DeleteQuestion({ product, question, cancelTo }: DeleteQuestionProps) {
  return (
    <Form method="post" className="admin-card mb-5 grid gap-4 p-5">
      <h2 className="display text-xl">{question}</h2>
      <DeleteFields product={product} />
      <div className="flex flex-wrap gap-3">
        <a href={cancelTo} className="button" data-look="secondary" data-size="medium">
          Cancel
        </a>
        <Button type="submit" look="danger">
          Delete
        </Button>
      </div>
    </Form>
  );
}

function DeleteFields({ product }: { product: Deletable }) {
  return (
    <>
      <p className="font-semibold wrap-anywhere">{product.name}</p>
      <p>{WARNING}</p>
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={product.id} />
      <input type="hidden" name="confirmed" value="yes" />
    </>
  );
}
