import { href } from "react-router";
import { nameOf, writtenColumns } from "#domain/product/spreadsheet/file-columns.ts";
import { importForm } from "#domain/product/spreadsheet/import-form.ts";
import { IMPORT_PRODUCTS_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import { TextAreaField } from "../../../ui/form/field.tsx";
import { FileField } from "../../forms/file-field.tsx";
import { formAnswerIn } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";
import { Download } from "../../icons.tsx";

type ImportFormProps = {
  /** The pasted text, for a page that was answered before scripts arrived. */
  text: string;
  /** The last answer, to whichever of the page's forms. */
  answer: object | undefined;
};

/** Takes a file, or rows pasted from a spreadsheet, and only checks them. */
export function ImportForm({ text, answer }: ImportFormProps) {
  const form = useOwnerForm({
    ...{ schema: importForm, intent: "check", stored: { text }, answer: formAnswerIn(answer) },
    isGuarded: false,
  });
  return (
    <OwnerForm
      form={form}
      encType="multipart/form-data"
      aria-label="File of products"
      className="admin-card mb-5 grid gap-5 p-5"
    >
      <FileField
        {...form.field("file")}
        hint={`Up to ${IMPORT_PRODUCTS_MAX.toLocaleString("en-US")} products, as Excel, Numbers, Google Sheets, and Shopify save it.`}
        accept=".csv,.tsv,.txt,text/csv"
        emptiedBy={answer}
      />
      <TextAreaField
        {...form.field("text")}
        hint="Used when no file is chosen."
        rows={6}
        spellCheck={false}
        className="min-w-0"
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
        <Button type="submit" pending={form.isSaving}>
          Check file
        </Button>
      </div>
    </OwnerForm>
  );
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
