import { href } from "react-router";
import { messageSearchText, parseMessageSearch } from "#domain/messages/message-search.ts";
import { listMessages } from "#server/messages/list-messages.ts";
import { markMessage } from "#server/messages/mark-message.ts";
import { adminMeta, failedPage } from "../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../admin/frame/answer-note.tsx";
import { LinkTabs } from "../../admin/frame/link-tabs.tsx";
import { done } from "../../admin/frame/notices.ts";
import { PageTitle } from "../../admin/frame/page-title.tsx";
import { ListPager } from "../../admin/lists/list-pager.tsx";
import { MessageList } from "../../admin/messages/message-list.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/messages";
import { type Asked, adminAction, answered } from "./admin-action.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Messages");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const search = parseMessageSearch(url.searchParams);
  return { search, ...(await listMessages(shop, search)) };
}

/** 'Mark as read' and 'Mark as unread'. */
export const action = adminAction("read", {
  read: (asked) => mark(asked, true),
  unread: (asked) => mark(asked, false),
});

async function mark({ shop, form, actor }: Asked, isRead: boolean) {
  await markMessage(shop, { id: form.get("id"), isRead, actor });
  return answered(done(isRead ? "Marked as read" : "Marked as unread"));
}

export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, messages, next } = loaderData;
  const pathOf = (wanted: typeof search) => `${href("/admin/messages")}${messageSearchText(wanted)}`;
  return (
    <>
      <PageTitle title="Messages" />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <LinkTabs
        label="Message lists"
        className="tab-row mb-5"
        tabs={[false, true].map((unreadOnly) => ({
          to: pathOf({ unreadOnly, after: null }),
          label: unreadOnly ? "Unread" : "All messages",
          isHere: unreadOnly === search.unreadOnly,
        }))}
      />
      <MessageList messages={messages} unreadOnly={search.unreadOnly} action={pathOf(search)} />
      <ListPager
        label="Pages of messages"
        first={search.after && { label: "Newest messages", to: pathOf({ ...search, after: null }) }}
        next={next && { label: "Older messages", to: pathOf({ ...search, after: next }) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Messages", "Failed to load messages");
