import { PackagePlus, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Form, href, Link } from "react-router";
import type { AdminProduct } from "#domain/product/admin-product-search.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { categoryLabels } from "#domain/product/product.ts";
import { productStatusLabels } from "#domain/product/product-fields.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton, LinkButton } from "../../../ui/form/button.tsx";
import { Price } from "../../../ui/price.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { StockCount } from "../../lists/stock-count.tsx";
import { BULK_FORM, BulkBar } from "./bulk-bar.tsx";
import { type Deletable, DeleteDialog } from "./delete-dialog.tsx";
import { StockDialog } from "./stock-dialog.tsx";

/** One page of products: what they are, and what can be done with one or with several of them. */
export function ProductsTable({ products, isPending }: { products: AdminProduct[]; isPending: boolean }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [toDelete, setToDelete] = useState<Deletable | null>(null);
  const [toRestock, setToRestock] = useState<string | null>(null);
  const lastIndex = useRef(0);
  const isHydrated = useHydrated();
  const shown = products.filter((product) => selected.has(product.id));

  const select = (index: number, isSelected: boolean, isRange: boolean) => {
    const [from, to] = isRange ? [lastIndex.current, index].sort((a, b) => a - b) : [index, index];
    const next = new Set(selected);
    for (const { id } of products.slice(from, (to ?? index) + 1)) isSelected ? next.add(id) : next.delete(id);
    lastIndex.current = index;
    setSelected(next);
  };
  return (
    <>
      <BulkBar selected={shown.length} isPending={isPending} onClear={() => setSelected(new Set())} />
      <div className="admin-card overflow-hidden" data-columns="many">
        <table className="admin-table product-rows">
          <caption className="sr-only">Products</caption>
          <thead>
            <tr>
              <td>
                {isHydrated && (
                  <SelectAll
                    isChecked={shown.length === products.length}
                    onChange={(isAll) => setSelected(new Set(isAll ? products.map(({ id }) => id) : []))}
                  />
                )}
              </td>
              <th scope="col">Product</th>
              <th scope="col">Category</th>
              <th scope="col">Price</th>
              <th scope="col" data-number>
                Stock
              </th>
              <th scope="col">Status</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {products.map((product, index) => (
              <ProductRow
                key={product.id}
                product={product}
                isSelected={isHydrated ? selected.has(product.id) : undefined}
                onSelect={(isSelected, isRange) => select(index, isSelected, isRange)}
                onDelete={() => setToDelete(product)}
                onRestock={() => setToRestock(product.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <DeleteDialog
        product={toDelete}
        question="Are you sure?"
        isPending={isPending}
        onClose={() => setToDelete(null)}
      />
      <StockDialog
        product={products.find((product) => product.id === toRestock) ?? null}
        onClose={() => setToRestock(null)}
      />
    </>
  );
}

function SelectAll({ isChecked, onChange }: { isChecked: boolean; onChange: (isAll: boolean) => void }) {
  return (
    <input
      type="checkbox"
      className="check"
      aria-label="Select all on this page"
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

type ProductRowProps = {
  product: AdminProduct;
  isSelected: boolean | undefined;
  onSelect: (isSelected: boolean, isRange: boolean) => void;
  onDelete: () => void;
  onRestock: () => void;
};

function ProductRow({ product, isSelected, onSelect, onDelete, onRestock }: ProductRowProps) {
  const { id, name, image, quantity, status } = product;
  return (
    <tr>
      <td data-label="Select">
        <input
          type="checkbox"
          name="id"
          value={id}
          form={BULK_FORM}
          className="check"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={(event) => {
            const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
            onSelect(event.target.checked, shiftKey === true);
          }}
        />
      </td>
      <th scope="row" data-label="Product">
        <Link
          to={href("/admin/products/edit/:id", { id })}
          className="inline-flex items-center gap-3 text-left font-semibold sm:min-w-44"
        >
          {image ? (
            <img
              src={imageAtWidth(image.url, 320)}
              alt=""
              width={44}
              height={55}
              loading="lazy"
              className="product-thumb"
            />
          ) : (
            <span className="product-thumb" />
          )}
          <span className="text-link min-w-0 wrap-anywhere">{name}</span>
        </Link>
      </th>
      <td data-label="Category">{categoryLabels[product.category]}</td>
      <td data-label="Price">
        <Price product={product} />
      </td>
      <td data-label="Stock" data-number>
        <span className="inline-flex items-center gap-1">
          <StockCount quantity={quantity} />
          {isSelected !== undefined && (
            <IconButton label={`Change stock of ${name}`} onClick={onRestock}>
              <PackagePlus aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </span>
      </td>
      <td data-label="Status">
        <span className="inline-flex flex-wrap justify-end gap-1.5 sm:justify-start">
          <Badge tone={quantity > 0 ? "green" : "red"}>{quantity > 0 ? "In Stock" : "Sold Out"}</Badge>
          {status !== "active" && <Badge tone="blue">{productStatusLabels[status]}</Badge>}
        </span>
      </td>
      <td data-actions>
        <RowActions product={product} onDelete={onDelete} />
      </td>
    </tr>
  );
}

function RowActions({ product: { id, name }, onDelete }: Pick<ProductRowProps, "product" | "onDelete">) {
  return (
    <span className="flex gap-2">
      <LinkButton
        to={href("/admin/products/edit/:id", { id })}
        look="secondary"
        size="small"
        className="min-h-11"
      >
        <Pencil aria-hidden="true" className="size-4" />
        Edit<span className="sr-only"> {name}</span>
      </LinkButton>
      <Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onDelete();
        }}
      >
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" look="quiet" size="small" className="min-h-11">
          <Trash2 aria-hidden="true" className="size-4" />
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </Form>
    </span>
  );
}
