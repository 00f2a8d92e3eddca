import { data, href, Link } from "react-router";
import { inboxSearchText, parseInboxSearch } from "#domain/inbox.ts";
import { listMessages } from "#server/contact/list-messages.ts";
import { markMessage } from "#server/contact/mark-message.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { MessageList } from "../../admin/messages-list.tsx";
import type { Notice } from "../../admin/notices.ts";
import { PageTitle } from "../../admin/page-title.tsx";
import { TabRow } from "../../admin/tab-row.tsx";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/messages";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Messages",
    description: "What was written by the contact form.",
    path: "/admin/messages",
    noindex: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  const search = parseInboxSearch(url.searchParams);
  return { search, ...(await listMessages(shopOf(context), search)) };
}

/** Marks a message as read or unread. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = adminOf(context).email;
  const form = await request.formData();
  const isRead = form.get("intent") !== "unread";
  await markMessage(shopOf(context), { id: form.get("id"), isRead, actor });
  const notice: Notice = { tone: "success", title: isRead ? "Marked as read" : "Marked as unread" };
  return data({ notice });
}

export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, messages, next } = loaderData;
  const path = href("/admin/messages");
  const tabs = [
    { label: "All messages", unreadOnly: false },
    { label: "Unread", unreadOnly: true },
  ];
  return (
    <>
      <PageTitle title="Messages" />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <TabRow label="Message lists" className="tab-row mb-5">
        {tabs.map(({ label, unreadOnly }) => (
          <Link
            key={label}
            to={`${path}${inboxSearchText({ unreadOnly, after: null })}`}
            className="admin-tab"
            aria-current={unreadOnly === search.unreadOnly ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </TabRow>
      <MessageList
        messages={messages}
        unreadOnly={search.unreadOnly}
        action={`${path}${inboxSearchText(search)}`}
      />
      <nav aria-label="Pages of messages" className="mt-5 flex flex-wrap justify-end gap-3 empty:hidden">
        {search.after && (
          <LinkButton to={`${path}${inboxSearchText({ ...search, after: null })}`} look="secondary">
            Newest messages
          </LinkButton>
        )}
        {next && (
          <LinkButton to={`${path}${inboxSearchText({ ...search, after: next })}`} look="secondary">
            Older messages
          </LinkButton>
        )}
      </nav>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title="Messages" />
      <LoadFailure message="Failed to load messages" />
    </>
  );
}
