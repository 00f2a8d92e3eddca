import { data, href } from "react-router";
import { tellRefusal } from "#domain/stuck-work.ts";
import { closeStuckWork, retryStuckWork } from "#server/attention/decide-stuck-work.ts";
import { listStuckWork } from "#server/attention/list-stuck-work.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import { BackToDashboard } from "../../admin/back-to-dashboard.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import type { Notice } from "../../admin/notices.ts";
import { PageTitle } from "../../admin/page-title.tsx";
import { StuckWork } from "../../admin/stuck-work.tsx";
import { tellingOf } from "../../admin/tell-answer.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/attention";

const TITLE = "Payments to look into";
const NOTE_LENGTH_MAX = 500;

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    description: "What the shop could not finish with Stripe by itself.",
    path: "/admin/attention",
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return { items: await listStuckWork(shopOf(context)) };
}

/** 'Try again' and 'Close'. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = adminOf(context).email;
  const shop = shopOf(context);
  const form = await request.formData();
  const id = String(form.get("id") ?? "");
  const note = String(form.get("note") ?? "").trim();
  const isRetry = form.get("intent") === "retry";
  if (!isRetry && (note === "" || note.length > NOTE_LENGTH_MAX)) {
    const title = `Please say in 1 to ${NOTE_LENGTH_MAX} characters why it can be closed`;
    return data<{ notice: Notice }>({ notice: { tone: "error", title } }, { status: 400 });
  }
  const decision = isRetry
    ? await retryStuckWork(shop, { id, actor })
    : await closeStuckWork(shop, { id, actor, note });
  const notice: Notice = decision.ok
    ? { tone: "success", title: isRetry ? "It is being tried again" : "It is closed" }
    : { tone: "error", title: tellRefusal(decision) };
  return data({ notice }, { status: decision.ok ? 200 : 409 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

export default function AttentionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackToDashboard />
      <PageTitle title={TITLE} />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <StuckWork items={loaderData.items} action={href("/admin/attention")} />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title={TITLE} />
      <LoadFailure message="Failed to load what waits" />
    </>
  );
}
