import { data, href } from "react-router";
import { deleteAnswer, loadSavedAnswers, saveAnswer } from "#server/inbox/messages/saved-answers.ts";
import { adminMeta, BackLink, failedPage } from "../../../admin/frame/admin-page.tsx";
import { done, refused } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { tellingOf } from "../../../admin/frame/tell-answer.ts";
import { SavedAnswerForm } from "../../../admin/messages/saved-answers.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/answers";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Saved answers");

export async function loader({ context }: Route.LoaderArgs) {
  return { answers: await loadSavedAnswers(adminOf(context).shop) };
}

export const action = adminAction("save", {
  save: async ({ shop, form, actor }) => {
    const saved = await saveAnswer(shop, { id: form.get("id"), fields: Object.fromEntries(form), actor });
    const { notice, status } = saved.ok ? done("Saved") : refused(422, "Nothing was saved");
    return data({ notice, errors: saved.ok ? {} : saved.errors }, { status });
  },
  delete: async ({ shop, form, actor }) => {
    await deleteAnswer(shop, { id: form.get("id"), actor });
    return data({ notice: done("Deleted").notice, errors: {} });
  },
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

const back = <BackLink to={href("/admin/messages")} label="All messages" />;

export default function SavedAnswersPage({ loaderData: { answers } }: Route.ComponentProps) {
  const action = href("/admin/messages/answers");
  return (
    <>
      {back}
      <PageTitle title="Saved answers" />
      <div className="grid max-w-3xl gap-5">
        {answers.map((answer) => (
          <SavedAnswerForm key={answer.id} answer={answer} formKey={answer.id} action={action} />
        ))}
        <SavedAnswerForm
          key="new"
          answer={null}
          formKey={answers.map(({ id }) => id).join()}
          action={action}
        />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Saved answers", "Failed to load saved answers", back);
