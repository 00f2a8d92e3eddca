import { useState } from "react";
import { href, Link } from "react-router";
import {
  daysOfCover,
  type InventoryLine,
  type OrderWeeks,
  piecesToOrder,
  SALES_DAYS,
  stockState,
} from "#domain/inventory/inventory.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";
import type { CountAnswer } from "./inventory-answer.ts";
import { OnHandField } from "./on-hand-field.tsx";

type InventoryTableProps = {
  lines: InventoryLine[];
  lowLevel: number;
  answer: CountAnswer | null;
  /** For how long what is ordered shall last; null leaves that out. */
  weeks: OrderWeeks | null;
};

const count = new Intl.NumberFormat("en-US");
const keyOf = ({ productId, variation }: Pick<InventoryLine, "productId" | "variation">) =>
  `${productId} ${variation}`;

/** The pieces of options that were counted since these lines were loaded. */
type Counted = { lines: InventoryLine[]; pieces: ReadonlyMap<string, { onHand: number; held: number }> };

/** Options with their pieces, typed in place. Lines stay where they are until the list is opened again. */
export function InventoryTable({ lines, lowLevel, answer, weeks }: InventoryTableProps) {
  const [counted, setCounted] = useState<Counted>({ lines, pieces: new Map() });
  // A count leaves the lines as they are. Ones that were loaded anew know more than it: there may have been sales since.
  const piecesOf = (of: Counted): Counted["pieces"] => (of.lines === lines ? of.pieces : new Map());
  const shown = lines.map((line) => ({ ...line, ...piecesOf(counted).get(keyOf(line)) }));
  const columns: Column<InventoryLine>[] = [
    { label: "Product", kind: "name", cell: (line) => <ProductLink line={line} /> },
    {
      label: "Size",
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
          answer={answer && keyOf(answer) === keyOf(line) ? answer : null}
          onSaved={(now) =>
            setCounted((before) => ({ lines, pieces: new Map(piecesOf(before)).set(keyOf(line), now) }))
          }
        />
      ),
    },
    { label: "Held", isNumber: true, cell: ({ held }) => count.format(held) },
    { label: `Sold in ${SALES_DAYS} days`, isNumber: true, cell: ({ sold }) => count.format(sold) },
    { label: "Days of cover", isNumber: true, cell: (line) => coverText(daysOfCover(line)) },
    weeks === null
      ? { label: "Status", cell: (line) => <StockBadge line={line} lowLevel={lowLevel} /> }
      : { label: "Order", isNumber: true, cell: (line) => <ToOrder pieces={piecesToOrder(line, weeks)} /> },
  ];
  return (
    <div className="admin-card overflow-hidden" data-columns="many">
      <DataTable
        columns={columns}
        rows={shown}
        keyOf={keyOf}
        caption="Inventory"
        className="inventory-rows"
      />
    </div>
  );
}

/** Nothing was sold: there is no pace. */
const coverText = (days: number | null) => (days === null ? "–" : count.format(days));

/** After a count there may be enough. */
function ToOrder({ pieces }: { pieces: number }) {
  return pieces === 0 ? "–" : <strong>{count.format(pieces)} more</strong>;
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
function ProductLink({ line: { productId, name, image } }: { line: InventoryLine }) {
  return (
    <Link
      to={href("/admin/products/edit/:id", { id: productId })}
      tabIndex={-1}
      className="inline-flex items-center gap-3 text-left font-semibold"
    >
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
      <span className="text-link min-w-0 wrap-anywhere">{name}</span>
    </Link>
  );
}
