// Imports products from a file in two steps: the first shows what would happen and changes nothing, the
// second does what was shown.
import { data, href, useNavigation } from "react-router";
import { readForm } from "#domain/form/form-saved.ts";
import { importForm } from "#domain/product/spreadsheet/import-form.ts";
import { IMPORT_BYTES_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { applyImport } from "#server/products/spreadsheet/apply-import.ts";
import { checkImport } from "#server/products/spreadsheet/check-import.ts";
import { answerForm, answerUnread, UNEXPECTED } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/notice-line.tsx";
import { done, failure, type Notice, refused } from "../../../admin/frame/notices.ts";
import { ImportForm } from "../../../admin/products/import/import-form.tsx";
import { ImportReportView } from "../../../admin/products/import/import-report.tsx";
import {
  conflictText,
  countOf,
  type ImportReport,
  reportOf,
} from "../../../admin/products/import/shown-report.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction, answered, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/products-import";
import "../../../admin/products/products.css";

/** The file and the form around it. */
const BODY_BYTES_MAX = IMPORT_BYTES_MAX + 64 * 1024;

const TOO_LARGE = `The file is larger than ${IMPORT_BYTES_MAX / 1024 / 1024} MB. Split it into several files.`;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Import Products");

export function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return null;
}

/** What a file would do, or its outcome. `text`: what was pasted. */
type Imported = { notice: Notice | null; report: ImportReport | null; text: string };

const NOT_IMPORTED = "Nothing was imported";

/** 'Check file', and importing what was shown. */
export const action = adminAction(
  "check",
  { check, import: apply },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => answerUnread("check", failure(NOT_IMPORTED, TOO_LARGE)) },
);

async function check({ shop, form, actor, fields }: Asked) {
  const read = readForm(importForm, fields);
  if (!read.ok) return answerForm(form, importForm, read, { refused: "Nothing to check" });
  const { file, text } = read.value;
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(text);
  const result = await orLogged(shop, "products.import_failed", checkImport(shop, { bytes, actor }));
  if (!result) return answerForm(form, importForm, null, { refused: NOT_IMPORTED });
  const status = result.problems.length > 0 ? 422 : 200;
  return data<Imported>({ notice: null, report: reportOf(result), text: file ? "" : text }, { status });
}

async function apply({ shop, actor, text }: Asked) {
  const importing = applyImport(shop, { id: text("id"), actor });
  const result = await orLogged(shop, "products.import_failed", importing);
  if (!result) return answered(refused(500, NOT_IMPORTED, UNEXPECTED));
  if (result.ok) {
    const { created, changed } = result;
    const description = `${countOf(created, "product")} created, ${countOf(changed, "product")} changed.`;
    return answered(done("Import finished", description));
  }
  switch (result.reason) {
    case "changed_meanwhile": {
      const again = await checkImport(shop, { bytes: Buffer.from(result.csv), actor });
      const notice = failure(NOT_IMPORTED, conflictText(result.conflicts));
      return data<Imported>({ notice, report: reportOf(again), text: "" }, { status: 409 });
    }
    case "already_imported":
      return answered(refused(409, NOT_IMPORTED, "This file has been imported already."));
    case "not_found":
      return answered(refused(409, NOT_IMPORTED, "This check has expired. Please check the file again."));
    default:
      return unreachable(result);
  }
}

const back = <BackLink to={href("/admin/products")} label="All products" />;

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const isImporting = useNavigation().formData?.get("intent") === "import";
  const notice = actionData?.notice ?? null;
  const checked = actionData && "report" in actionData ? actionData : null;
  return (
    <>
      {back}
      <PageTitle title="Import Products" />
      <div role="status">{notice?.tone === "success" && <Finished notice={notice} />}</div>
      <div role="alert">{notice?.tone === "error" && <AnswerNote notice={notice} />}</div>
      <ImportForm
        key={notice?.tone === "success" ? "next" : "first"}
        text={checked?.text ?? ""}
        answer={actionData}
      />
      {checked?.report && <ImportReportView report={checked.report} isImporting={isImporting} />}
    </>
  );
}

function Finished({ notice }: { notice: Notice }) {
  return (
    <>
      <AnswerNote notice={notice} />
      <LinkButton to={href("/admin/products")} look="secondary" className="mb-5">
        See all products
      </LinkButton>{" "}
      <LinkButton to={href("/admin/products/drafts")} look="secondary" className="mb-5">
        Finish drafts
      </LinkButton>
    </>
  );
}

export const ErrorBoundary = failedPage("Import Products", "Failed to load products", back);
