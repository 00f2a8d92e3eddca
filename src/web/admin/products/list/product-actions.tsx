import { useState } from "react";
import { Form, href, useNavigation } from "react-router";
import type { EditableProduct } from "#domain/product/product-form.ts";
import { productPath } from "#domain/product/product-path.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Copy, ExternalLink, HousePlus, Trash2 } from "../../icons.tsx";
import { RowMenu } from "../../lists/row-menu.tsx";
import { ArchiveForm } from "./archive-form.tsx";
import { type Deletable, DeleteDialog } from "./delete-dialog.tsx";

type Acted = Pick<EditableProduct, "id" | "name" | "status" | "isHero">;

/** Actions for the whole product: view it in the shop, archive it, show it on the home page, copy it, delete it. */
export function ProductActions({ product }: { product: Acted }) {
  const [toDelete, setToDelete] = useState<Deletable | null>(null);
  const isPending = useNavigation().formMethod === "POST";
  return (
    <div className="page-actions">
      {product.status === "active" && (
        <a
          href={productPath(product)}
          target="_blank"
          rel="noreferrer"
          className="button"
          data-look="secondary"
          data-size="medium"
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          View in shop<span className="sr-only"> (new tab)</span>
        </a>
      )}
      <RowMenu label="More for this product">
        <ArchiveForm product={product} list={href("/admin/products")} look="secondary" pending={isPending} />
        {product.status !== "archived" && (
          <Form method="post">
            {product.isHero ? (
              <Button type="submit" name="intent" value="hero-off" look="secondary" pending={isPending}>
                <HousePlus aria-hidden="true" className="size-4" />
                Take off top of home
              </Button>
            ) : (
              <Button type="submit" name="intent" value="hero" look="secondary" pending={isPending}>
                <HousePlus aria-hidden="true" className="size-4" />
                Show at top of home
              </Button>
            )}
          </Form>
        )}
        <Form method="post">
          <Button type="submit" name="intent" value="duplicate" look="secondary" pending={isPending}>
            <Copy aria-hidden="true" className="size-4" />
            Duplicate
          </Button>
        </Form>
        <Button look="danger" onClick={() => setToDelete(product)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete Product
        </Button>
      </RowMenu>
      <DeleteDialog
        product={toDelete}
        question="Are you absolutely sure?"
        isPending={isPending}
        onClose={() => setToDelete(null)}
      />
    </div>
  );
}
