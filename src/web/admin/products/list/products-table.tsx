import { useState } from "react";
import { href, Link } from "react-router";
import type { AdminProduct } from "#domain/product/admin-product-search.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { productStatusLabels } from "#domain/product/product-fields.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton, LinkButton } from "../../../ui/form/button.tsx";
import { Price } from "../../../ui/price.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { PackagePlus, Pencil, Trash2 } from "../../icons.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { RowMenu } from "../../lists/row-menu.tsx";
import { StockCount } from "../../lists/stock-count.tsx";
import { useChosen } from "../../lists/use-chosen.tsx";
import { ArchiveForm } from "./archive-form.tsx";
import { BULK_FORM, BulkBar } from "./bulk-bar.tsx";
import { type Deletable, DeleteDialog } from "./delete-dialog.tsx";
import { StockDialog } from "./stock-dialog.tsx";

const productColumns: Column<AdminProduct>[] = [
  { label: "Product", cell: (product) => <ProductName product={product} /> },
  { label: "Category", cell: ({ category }) => category.name },
  { label: "Price", cell: (product) => (product.price === 0 ? "–" : <Price product={product} />) },
];

const statusColumn: Column<AdminProduct> = {
  label: "Status",
  cell: ({ quantity, status, lowSizes, stock }) => (
    <span className="inline-flex flex-wrap justify-end gap-1.5 sm:justify-start">
      <Badge tone={quantity > 0 ? "green" : "red"}>{quantity > 0 ? "In Stock" : "Sold Out"}</Badge>
      {quantity > 0 && lowSizes > 0 && <Badge tone="yellow">{lowText(lowSizes, stock.length)}</Badge>}
      {status !== "active" && <Badge tone="blue">{productStatusLabels[status]}</Badge>}
    </span>
  ),
};

/** "1 of 4 sizes low"; a product without sizes is just low. */
function lowText(low: number, all: number): string {
  return all === 1 ? "Low" : `${low} of ${all} sizes low`;
}

type ProductsTableProps = {
  products: AdminProduct[];
  /** To the change of several. */
  answer: FormAnswer | undefined;
  isPending: boolean;
};

/** One page of products, with actions for one and for several of them. */
export function ProductsTable({ products, answer, isPending }: ProductsTableProps) {
  const [toDelete, setToDelete] = useState<Deletable | null>(null);
  const [toRestock, setToRestock] = useState<string | null>(null);
  const { chosen, column, allBox, clear } = useChosen(products, {
    form: BULK_FORM,
    nameOf: ({ name }) => name,
  });
  const columns: Column<AdminProduct>[] = [
    column,
    ...productColumns,
    {
      label: "Stock",
      isNumber: true,
      cell: ({ id, name, quantity }) => (
        <span className="inline-flex items-center gap-1">
          <StockCount quantity={quantity} />
          <IconButton label={`Change stock of ${name}`} onClick={() => setToRestock(id)}>
            <PackagePlus aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      ),
    },
    statusColumn,
    {
      label: "Actions",
      kind: "actions",
      cell: (product) => <RowActions product={product} onDelete={() => setToDelete(product)} />,
    },
  ];
  return (
    <>
      <BulkBar selected={chosen.length} allBox={allBox} answer={answer} onClear={clear} />
      <div className="admin-card overflow-hidden" data-columns="many">
        <DataTable
          columns={columns}
          rows={products}
          keyOf={({ id }) => id}
          caption="Products"
          className="product-rows"
        />
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

const THUMB = "h-13.75 w-11 flex-none rounded-[6px] bg-sand object-cover";

function ProductName({ product: { id, name, image } }: { product: AdminProduct }) {
  return (
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
          className={THUMB}
        />
      ) : (
        <span className={THUMB} />
      )}
      <span className="text-link min-w-0 wrap-anywhere">{name}</span>
    </Link>
  );
}

function RowActions({ product, onDelete }: { product: AdminProduct; onDelete: () => void }) {
  const { id, name } = product;
  return (
    <div className="flex gap-2">
      <LinkButton
        to={href("/admin/products/edit/:id", { id })}
        look="secondary"
        size="small"
        className="min-h-11"
      >
        <Pencil aria-hidden="true" className="size-4" />
        Edit<span className="sr-only"> {name}</span>
      </LinkButton>
      <RowMenu label={`More for ${name}`}>
        <ArchiveForm product={product} look="quiet" size="small" />
        <Button look="quiet" size="small" onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </RowMenu>
    </div>
  );
}
