import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, href } from "react-router";
import { columnsOfNewProducts, productColumns } from "#domain/product/product-csv.ts";
import { IMPORT_ROWS_MAX } from "#domain/product/product-import.ts";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import { FieldFrame, TextAreaField } from "../../../ui/form/field.tsx";
import { useKeptForm } from "../../forms/kept-form.ts";
import type { ImportAnswer } from "./import-answer.ts";

type ImportFormProps = { answer: ImportAnswer | undefined; isChecking: boolean };

/** Takes a file, or rows pasted from a spreadsheet, and only checks them. */
export function ImportForm({ answer, isChecking }: ImportFormProps) {
  const [text, setText] = useState(answer?.text ?? "");
  const file = useRef<HTMLInputElement>(null);
  const keep = useKeptForm("admin-product-import", answer, readKept, (kept) => setText(kept.text));
  // A file that is corrected and saved again can't be sent by the choice made before: browsers refuse it.
  useEffect(() => {
    if (answer && file.current) file.current.value = "";
  }, [answer]);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      aria-label="File of products"
      data-keeps-itself
      className="admin-card mb-5 grid gap-5 p-5"
      onSubmit={() => text && keep({ text })}
    >
      <FieldFrame
        label="CSV file"
        hint={`Up to ${IMPORT_ROWS_MAX.toLocaleString("en-US")} products, as Excel, Numbers and Google Sheets write it (UTF-8).`}
      >
        {(binding) => (
          <input
            {...binding}
            ref={file}
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="input"
          />
        )}
      </FieldFrame>
      <TextAreaField
        label="Or paste the rows, with the line of column names"
        hint="Used when no file is chosen."
        name="text"
        rows={6}
        spellCheck={false}
        className="min-w-0"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ColumnHelp />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <LinkButton
          to={href("/admin/products/export.csv")}
          look="quiet"
          reloadDocument
          className="mr-auto -ml-5"
        >
          <Download aria-hidden="true" className="size-4" />
          Export products
        </LinkButton>
        <Button type="submit" name="intent" value="check" pending={isChecking}>
          Check file
        </Button>
      </div>
    </Form>
  );
}

function readKept({ text }: Record<string, unknown>) {
  return typeof text === "string" && text !== "" ? { text } : null;
}

function ColumnHelp() {
  return (
    <details className="disclosure wrap-anywhere">
      <summary>How the columns work</summary>
      <ul className="grid list-disc gap-2 pt-2 pl-5">
        <li>The columns are: {productColumns.join(", ")}. Any order is fine, and most can be left out.</li>
        <li>
          A row with an ID changes that product, and only in the columns that the file has. A row without an
          ID makes a new product; it needs {columnsOfNewProducts.join(", ")}.
        </li>
        <li>
          Options are parted by pipes, and Stock has one quantity for each: S|M|L and 3|0|7. Leave the column
          “Stock at export” as it is, so that pieces sold since then stay sold.
        </li>
        <li>
          A file that Shopify exported is taken as it is, under its old and its new column names: each product
          becomes a draft. What is left out, the check says.
        </li>
        <li>
          A new product is a draft unless its Status says Active, and a draft may get its pictures later, in
          its form. Image 1 is the main picture.
        </li>
      </ul>
    </details>
  );
}
