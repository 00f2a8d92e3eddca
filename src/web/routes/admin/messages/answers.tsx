import { href } from "react-router";
import { savedAnswerForm } from "#domain/messages/answer-forms.ts";
import { deleteAnswer, loadSavedAnswers, saveAnswer } from "#server/inbox/messages/saved-answers.ts";
import { answerForm } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { done } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { SavedAnswerForm } from "../../../admin/messages/saved-answers.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/answers";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Saved answers");

export async function loader({ context }: Route.LoaderArgs) {
  return { answers: await loadSavedAnswers(adminOf(context).shop) };
}

export const action = adminAction("save", {
  save: async ({ shop, form, actor, fields }) => {
    const saved = await saveAnswer(shop, { id: form.get("id"), fields, actor });
    return answerForm(form, savedAnswerForm, saved);
  },
  delete: async ({ shop, form, actor }) => {
    await deleteAnswer(shop, { id: form.get("id"), actor });
    return answered(done("Deleted"));
  },
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

const back = <BackLink to={href("/admin/messages")} label="All messages" />;

export default function SavedAnswersPage({ loaderData: { answers } }: Route.ComponentProps) {
  const action = href("/admin/messages/answers");
  return (
    <>
      {back}
      <PageTitle title="Saved answers" />
      <div className="grid max-w-3xl gap-5">
        {answers.map((answer) => (
          <SavedAnswerForm key={answer.id} answer={answer} action={action} />
        ))}
        <SavedAnswerForm key="new" answer={null} action={action} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Saved answers", "Failed to load saved answers", back);
