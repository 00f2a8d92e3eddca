// Products out of a file, in two steps: the first shows what would happen and changes nothing, the second
// does what was shown. Both work as plain forms.
import { data, href, useNavigation } from "react-router";
import { IMPORT_BYTES_MAX } from "#domain/product/product-import.ts";
import { errorText } from "#server/log.ts";
import { applyImport } from "#server/products/spreadsheet/apply-import.ts";
import { checkImport } from "#server/products/spreadsheet/check-import.ts";
import type { Shop } from "#server/shop.ts";
import { readForm } from "../../../admin/forms/posted-body.ts";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { LoadFailure } from "../../../admin/frame/load-failure.tsx";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { BackToProducts } from "../../../admin/products/back-to-products.tsx";
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
import { shopOf } from "../../../middleware/shop-context.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { pageMeta } from "../../../page/page-meta.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import type { Route } from "./+types/products-import";
import "../../../admin/products/products.css";

export const headers = privatePage;

/** The file and the form around it. */
const BODY_BYTES_MAX = IMPORT_BYTES_MAX + 64 * 1024;

const NOTHING = "Nothing was imported";
const TOO_LARGE = `The file is larger than ${IMPORT_BYTES_MAX / 1024 / 1024} MB. Split it into several files.`;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Import Products",
    description: "Products out of a file.",
    path: "/admin/products/import",
    noindex: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor } = adminOf(context);
  const shop = shopOf(context);
  const form = await readForm(request, BODY_BYTES_MAX);
  if (!form) return data(refusedAnswer(NOTHING, TOO_LARGE, ""), { status: 413 });
  const text = String(form.get("text") ?? "");
  try {
    if (form.get("intent") === "import") return await apply(shop, String(form.get("id")), actor);
    return await check(shop, form.get("file"), text, actor);
  } catch (error) {
    shop.log.error("products.import_failed", { error: errorText(error) });
    const reason = "An unexpected error occurred. Please try again.";
    return data<ImportAnswer>(refusedAnswer(NOTHING, reason, text), { status: 500 });
  }
}

async function check(shop: Shop, file: FormDataEntryValue | null, text: string, actor: string) {
  const isFile = file instanceof File && file.size > 0;
  if (!isFile && text.trim() === "") {
    const reason = "Choose a CSV file, or paste its rows.";
    return data<ImportAnswer>(refusedAnswer("There is nothing to check", reason, text), { status: 422 });
  }
  const bytes = isFile ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(text);
  const result = await checkImport(shop, { bytes, actor });
  return data<ImportAnswer>(checkedAnswer(result, isFile ? "" : text), {
    status: result.problems.length > 0 ? 422 : 200,
  });
}

async function apply(shop: Shop, id: string, actor: string) {
  const result = await applyImport(shop, { id, actor });
  if (result.ok) return data<ImportAnswer>(importedAnswer(result));
  if (result.reason === "changed_meanwhile") {
    const again = await checkImport(shop, { bytes: Buffer.from(result.csv), actor });
    return data<ImportAnswer>(changedAnswer(result.conflicts, again), { status: 409 });
  }
  const reason =
    result.reason === "already_imported"
      ? "This file has been imported already."
      : "It was checked too long ago. Please check the file again.";
  return data<ImportAnswer>(refusedAnswer(NOTHING, reason, ""), { status: 409 });
}

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  const notice = actionData?.notice ?? null;
  return (
    <>
      <BackToProducts />
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
      </LinkButton>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <BackToProducts />
      <PageTitle title="Import Products" />
      <LoadFailure message="Failed to load products" />
    </>
  );
}
