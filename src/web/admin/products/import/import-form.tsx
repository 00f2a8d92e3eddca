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
        hint={`Up to ${IMPORT_PRODUCTS_MAX.toLocaleString("en-US")} products, saved from Excel, Numbers, Google Sheets, or Shopify.`}
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
          Columns are Shopify’s, plus a few of this shop: {writtenColumns.map(nameOf).join(", ")}. They can be
          in any order, and most are optional.
        </li>
        <li>
          Each option and each picture has its own row. Rows with the same ID change one of your products, but
          only in the columns that the file has. Rows with the same Handle or Title and no ID make a new
          product. A new product with several colors and sizes becomes one product per color.
        </li>
        <li>
          The price in most of a product’s rows is its price; an option whose row differs gets its own price.
          During a sale, Variant Price is the sale price and Variant Compare At Price is the regular price.
        </li>
        <li>
          Don’t change the column “{nameOf("stockAtExport")}”, so that items sold since the export aren’t
          restocked.
        </li>
        <li>
          A new product is a draft unless its Status is Active and it has a picture from this shop. You can
          add pictures to a draft later. The first picture is the main one.
        </li>
      </ul>
    </details>
  );
}
