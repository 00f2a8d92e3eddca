// Imports products from a file in two steps: the first shows what would happen and changes nothing, the
// second does what was shown. Both work as plain forms.
import { data, href, useNavigation } from "react-router";
import { IMPORT_BYTES_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { applyImport } from "#server/products/spreadsheet/apply-import.ts";
import { checkImport } from "#server/products/spreadsheet/check-import.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, BackLink, failedPage } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import {
  changedAnswer,
  checkedAnswer,
  type ImportAnswer,
  importedAnswer,
  refusedAnswer,
} from "../../../admin/products/import/import-answer.ts";
import { ImportForm } from "../../../admin/products/import/import-form.tsx";
import { ImportReportView } from "../../../admin/products/import/import-report.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction, orLogged } from "../admin-action.ts";
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

/** 'Check file', and importing what was shown. */
export const action = adminAction(
  "check",
  { check: (asked) => answering(asked, check), import: (asked) => answering(asked, apply) },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => refuse(413, TOO_LARGE) },
);

async function answering(asked: Asked, handle: (asked: Asked) => ReturnType<typeof check>) {
  const answer = await orLogged(asked.shop, "products.import_failed", handle(asked));
  const reason = "An unexpected error occurred. Please try again.";
  return answer ?? refuse(500, reason, textOf(asked.form, "text"));
}

function refuse(status: number, reason: string, text = "", title = "Nothing was imported") {
  return data(refusedAnswer(title, reason, text), { status });
}

async function check({ shop, form, actor }: Asked) {
  const file = form.get("file");
  const text = textOf(form, "text");
  const isFile = file instanceof File && file.size > 0;
  if (!isFile && text.trim() === "") {
    return refuse(422, "Choose a CSV file, or paste its rows.", text, "There is nothing to check");
  }
  const bytes = isFile ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(text);
  const result = await checkImport(shop, { bytes, actor });
  const status = result.problems.length > 0 ? 422 : 200;
  return data(checkedAnswer(result, isFile ? "" : text), { status });
}

async function apply({ shop, form, actor }: Asked) {
  const result = await applyImport(shop, { id: textOf(form, "id"), actor });
  if (result.ok) return data(importedAnswer(result));
  switch (result.reason) {
    case "changed_meanwhile": {
      const again = await checkImport(shop, { bytes: Buffer.from(result.csv), actor });
      return data(changedAnswer(result.conflicts, again), { status: 409 });
    }
    case "already_imported":
      return refuse(409, "This file has been imported already.");
    case "not_found":
      return refuse(409, "It was checked too long ago. Please check the file again.");
    default:
      return unreachable(result);
  }
}

const back = <BackLink to={href("/admin/products")} label="All products" />;

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  const notice = actionData?.notice ?? null;
  return (
    <>
      {back}
      <PageTitle title="Import Products" />
      <div role="status">{notice?.tone === "success" && <Imported notice={notice} />}</div>
      <div role="alert">{notice?.tone === "error" && <AnswerNote notice={notice} />}</div>
      <ImportForm
        key={notice?.tone === "success" ? "next" : "first"}
        answer={actionData}
        isChecking={intent === "check"}
      />
      {actionData?.report && (
        <ImportReportView report={actionData.report} isImporting={intent === "import"} />
      )}
    </>
  );
}

function Imported({ notice }: { notice: NonNullable<ImportAnswer["notice"]> }) {
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
