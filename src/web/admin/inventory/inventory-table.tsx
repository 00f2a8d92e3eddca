import { useState } from "react";
import { href, Link } from "react-router";
import {
  daysLeftText,
  type InventoryLine,
  type OrderWeeks,
  SALES_DAYS,
  stockState,
  unitsToOrder,
} from "#domain/inventory/inventory.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { OnHandField } from "./on-hand-field.tsx";

type InventoryTableProps = {
  lines: InventoryLine[];
  lowLevel: number;
  /** For how long what is ordered shall last; null leaves that out. */
  weeks: OrderWeeks | null;
};

const count = new Intl.NumberFormat("en-US");
const keyOf = ({ productId, variation }: Pick<InventoryLine, "productId" | "variation">) =>
  `${productId} ${variation}`;

/** The units of options that were counted since these lines were loaded. */
type Counted = { lines: InventoryLine[]; units: ReadonlyMap<string, { onHand: number; held: number }> };

/** Sizes by product with their units, typed in place. Lines stay where they are until the list is opened again. */
export function InventoryTable({ lines, lowLevel, weeks }: InventoryTableProps) {
  const [counted, setCounted] = useState<Counted>({ lines, units: new Map() });
  // A count leaves the lines as they are. Lines that were loaded again know more: there may have been sales since.
  const unitsOf = (of: Counted): Counted["units"] => (of.lines === lines ? of.units : new Map());
  const shown = lines.map((line) => ({ ...line, ...unitsOf(counted).get(keyOf(line)) }));
  const columns: Column<InventoryLine>[] = [
    {
      label: "Size",
      kind: "name",
      cell: ({ variation, sku }) => (
        <span className="inline-grid">
          <span className="font-semibold">{variation || "One size"}</span>
          {sku && <span className="text-sm text-ink-2">{sku}</span>}
        </span>
      ),
    },
    {
      label: "On hand",
      isNumber: true,
      cell: (line) => (
        <OnHandField
          line={line}
          list={lines}
          onSaved={(now) =>
            setCounted((before) => ({ lines, units: new Map(unitsOf(before)).set(keyOf(line), now) }))
          }
        />
      ),
    },
    { label: "Reserved", isNumber: true, cell: ({ held }) => count.format(held) },
    { label: `Sold in ${SALES_DAYS} days`, isNumber: true, cell: ({ sold }) => count.format(sold) },
    { label: "Days left", isNumber: true, cell: daysLeftText },
    weeks === null
      ? { label: "Status", cell: (line) => <StockBadge line={line} lowLevel={lowLevel} /> }
      : { label: "Order", isNumber: true, cell: (line) => <ToOrder units={unitsToOrder(line, weeks)} /> },
  ];
  return (
    <div className="admin-card overflow-hidden">
      {byProduct(shown).map(([first, ...others]) => (
        <section key={first.productId} aria-label={first.name} className="inventory-group">
          <ProductHead line={first} />
          <DataTable
            columns={columns}
            rows={[first, ...others]}
            keyOf={keyOf}
            caption={`Inventory of ${first.name}`}
            className="inventory-rows"
          />
        </section>
      ))}
    </div>
  );
}

type Group = [InventoryLine, ...InventoryLine[]];

/** Lines of a product stand together. */
function byProduct(lines: InventoryLine[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0].productId === line.productId) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** After a count there may be enough. */
function ToOrder({ units }: { units: number }) {
  return units === 0 ? "–" : <strong>{count.format(units)} more</strong>;
}

function StockBadge({ line, lowLevel }: { line: InventoryLine; lowLevel: number }) {
  switch (stockState(line, lowLevel)) {
    case "sold_out":
      return <Badge tone="red">Sold Out</Badge>;
    case "low":
      return <Badge tone="yellow">Low</Badge>;
    default:
      return <Badge tone="green">In Stock</Badge>;
  }
}

/** Tab goes from count to count; with the keyboard a product is opened in the list of products. */
function ProductHead({ line: { productId, name, image } }: { line: InventoryLine }) {
  return (
    <div className="flex items-center gap-3 px-5 py-2">
      {image && (
        <img
          src={imageAtWidth(image.url, 320)}
          alt=""
          width={32}
          height={40}
          loading="lazy"
          className="h-10 w-8 flex-none rounded-[6px] bg-sand object-cover"
        />
      )}
      <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">
        <Link to={href("/admin/products/edit/:id", { id: productId })} tabIndex={-1} className="text-link">
          {name}
        </Link>
      </h2>
      <Link
        to={`${href("/admin/inventory/receive")}?product=${productId}`}
        className="text-link inline-flex min-h-11 items-center"
      >
        Receive<span className="sr-only"> a delivery of {name}</span>
      </Link>
    </div>
  );
}
