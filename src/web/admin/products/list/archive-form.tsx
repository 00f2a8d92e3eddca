import { Form } from "react-router";
import { bulkActionLabels } from "#domain/product/bulk-edit.ts";
import type { EditableProduct } from "#domain/product/product-form.ts";
import { Button, type ButtonProps } from "../../../ui/form/button.tsx";
import { Archive, ArchiveRestore } from "../../icons.tsx";

type ArchiveFormProps = Pick<ButtonProps, "look" | "size" | "pending"> & {
  product: Pick<EditableProduct, "id" | "name" | "status">;
  /** Path of the list, where the page is another one. */
  list?: string;
};

/** Takes a product out of the shop and keeps it, or puts it back: the change of several products, for one. */
export function ArchiveForm({ product: { id, name, status }, list, ...button }: ArchiveFormProps) {
  const action = status === "archived" ? "activate" : "archive";
  const Icon = status === "archived" ? ArchiveRestore : Archive;
  return (
    <Form method="post" action={list}>
      <input type="hidden" name="intent" value="bulk" />
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" {...button}>
        <Icon aria-hidden="true" className="size-4" />
        {bulkActionLabels[action]}
        <span className="sr-only"> {name}</span>
      </Button>
    </Form>
  );
}
