import { useEffect, useRef, useState } from "react";
import { Form, href } from "react-router";
import { nameOf, writtenColumns } from "#domain/product/spreadsheet/file-columns.ts";
import { IMPORT_PRODUCTS_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import { FieldFrame, TextAreaField } from "../../../ui/form/field.tsx";
import { useKeptForm } from "../../forms/kept-form.ts";
import { Download } from "../../icons.tsx";
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
        hint={`Up to ${IMPORT_PRODUCTS_MAX.toLocaleString("en-US")} products, as Excel, Numbers, Google Sheets, and Shopify save it.`}
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
        <li>
          The columns are those of Shopify’s product files, and this shop’s own behind them:{" "}
          {writtenColumns.map(nameOf).join(", ")}. Any order is fine, and most can be left out.
        </li>
        <li>
          Each option and each picture has a row. Rows with one ID are one of your products, and only what the
          file has columns of changes. Rows without an ID are a new product if they have one Handle or Title.
          A new product of several colors and sizes becomes one product for each color.
        </li>
        <li>
          A product costs what most of its rows say; an option whose row says otherwise has its own price. On
          sale, Variant Price is the sale price and Variant Compare At Price the regular one.
        </li>
        <li>
          Leave the column “{nameOf("stockAtExport")}” as it is, so that items sold since then stay sold.
        </li>
        <li>
          A new product is a draft unless its Status says Active and it has a picture of this shop. A draft
          may get its pictures later, in its form. The first picture is the main one.
        </li>
      </ul>
    </details>
  );
}
