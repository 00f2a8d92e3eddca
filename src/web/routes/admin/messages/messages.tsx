import { href } from "react-router";
import {
  type MessageListName,
  messageLists,
  messageSearchText,
  parseMessageSearch,
} from "#domain/messages/message-search.ts";
import { listMessages } from "#server/inbox/messages/list-messages.ts";
import { markMessage } from "#server/inbox/messages/mark-message.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../../admin/frame/link-tabs.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { done } from "../../../admin/frame/notices.ts";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { SearchForm } from "../../../admin/lists/search-form.tsx";
import { MessageList } from "../../../admin/messages/message-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { type Asked, adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/messages";

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

const tabLabels: Record<MessageListName, string> = {
  all: "All messages",
  unread: "Unread",
  "to-answer": "To answer",
  suspected: "Spam",
};

export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, messages, next } = loaderData;
  const pathOf = (wanted: typeof search) => `${href("/admin/messages")}${messageSearchText(wanted)}`;
  return (
    <>
      <PageTitle title="Messages">
        <SearchForm
          action={href("/admin/messages")}
          query={search.query}
          what="messages"
          by="by name, email, or words"
          keeps={{ show: search.show === "all" ? null : search.show }}
          className="w-full md:w-auto"
        />
      </PageTitle>
      <PageAnswer answer={actionData} />
      <LinkTabs
        label="Message lists"
        tabs={messageLists.map((show) => ({
          to: pathOf({ ...search, show, after: null }),
          label: tabLabels[show],
          isHere: show === search.show,
        }))}
      />
      {search.show === "suspected" && (
        <p className="mb-5 max-w-prose text-ink-2">
          Messages you moved here, and messages that arrived in bulk. You get no email for these.
        </p>
      )}
      <MessageList messages={messages} search={search} action={pathOf(search)} />
      <ListPager
        label="Pages of messages"
        first={search.after && { label: "Newest messages", to: pathOf({ ...search, after: null }) }}
        next={next && { label: "Older messages", to: pathOf({ ...search, after: next }) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Messages", "Failed to load messages");
