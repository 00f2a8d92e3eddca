import { data, href } from "react-router";
import { blankForm } from "#domain/form/form-fields.ts";
import { replyForm } from "#domain/messages/answer-forms.ts";
import { newestMessageAt } from "#domain/messages/thread.ts";
import type { Shop } from "#server/core/shop.ts";
import { answerMessage, markAnswered, markSpam } from "#server/inbox/messages/answer-message.ts";
import { findThread } from "#server/inbox/messages/find-thread.ts";
import { handleFailedMail } from "#server/mail/failed-mails.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { done, success } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { ReplyForm } from "../../../admin/messages/reply-form.tsx";
import { SenderPanel } from "../../../admin/messages/sender-panel.tsx";
import { ThreadActions } from "../../../admin/messages/thread-actions.tsx";
import { ThreadEntries } from "../../../admin/messages/thread-entries.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { useRootData } from "../../../page/root-data.ts";
import { type Asked, adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/thread";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Message");

/** `replyId`: of the reply that the form will send, once however often it is sent. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { shop, email } = adminOf(context);
  const thread = await findThread(shop, { id });
  if (!thread) throw data(null, { status: 404 });
  return { thread, replyId: shop.newId(), ownerEmail: email };
}

export const action = adminAction("reply", {
  reply: async ({ shop, form, actor, params }) => {
    const [body, seen] = [form.get("body"), form.get("seen")];
    const reply = { id: params.id, replyId: form.get("reply"), body, seen, actor };
    const sent = await answerMessage(shop, reply);
    const refused = "The answer was not sent";
    if (sent.ok) {
      const saved = sent.isNew
        ? success("Answer on its way", await newerText(shop, params.id, seen))
        : success("Already sent", "This answer is not sent twice.");
      return answerForm(form, replyForm, { ok: true, now: blankForm(replyForm) }, { saved });
    }
    if (sent.reason === "invalid") return answerForm(form, replyForm, sent, { refused });
    const errors = { "": "This message was deleted, or its sender's data was erased." };
    const init = { status: 404 };
    return answerForm(form, replyForm, { ok: false, reason: "invalid", errors }, { refused, init });
  },
  answered: (asked) => {
    const seen = asked.form.get("seen");
    return marked(asked, markAnswered, { isAnswered: true, seen }, "Marked as answered");
  },
  "to-answer": (asked) =>
    marked(asked, markAnswered, { isAnswered: false, seen: null }, "Marked as not answered"),
  spam: (asked) => marked(asked, markSpam, { isSpam: true }, "Moved to spam"),
  "not-spam": (asked) => marked(asked, markSpam, { isSpam: false }, "Moved out of spam"),
  retry: async ({ shop, form, actor }) => {
    const isSent = await handleFailedMail(shop, { id: form.get("mail"), action: "retry", actor });
    return answered(isSent ? done("The email is being resent") : done("This was already handled"));
  },
});

async function newerText(shop: Shop, id: string | undefined, seen: unknown): Promise<string | undefined> {
  const thread = await findThread(shop, { id: id ?? "" });
  return thread && newestMessageAt(thread) > String(seen) ? "A newer message has arrived." : undefined;
}

async function marked<State>(
  { shop, actor, params }: Asked,
  mark: (shop: Asked["shop"], change: State & { id: unknown; actor: string }) => Promise<void>,
  state: State,
  title: string,
) {
  await mark(shop, { id: params.id, actor, ...state });
  return answered(done(title));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

const back = <BackLink to={href("/admin/messages")} label="All messages" />;

export default function ThreadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { thread, replyId, ownerEmail } = loaderData;
  const store = useRootData().settings.businessInfo;
  const action = href("/admin/messages/:id", { id: thread.id });
  return (
    <>
      {back}
      <PageTitle title={<span className="wrap-anywhere">{thread.subject}</span>}>
        <ThreadActions thread={thread} action={action} />
      </PageTitle>
      <PageAnswer answer={formAnswerIn(actionData) ? null : actionData} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-6">
          <ThreadEntries thread={thread} action={action} />
          <ReplyForm
            key={thread.id}
            thread={thread}
            replyId={replyId}
            action={action}
            answersGoTo={store.email || ownerEmail}
            answer={formAnswerIn(actionData)}
          />
        </div>
        <SenderPanel thread={thread} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Message", "Failed to load the message", back);
