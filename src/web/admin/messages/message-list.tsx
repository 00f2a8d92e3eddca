import { href, Link } from "react-router";
import type { MessageListName, MessageSearch, VisitorMessage } from "#domain/messages/message-search.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import { Mail, MailOpen } from "../icons.tsx";
import { EmptyList } from "../lists/empty-list.tsx";

type MessageListProps = { messages: VisitorMessage[]; search: MessageSearch; action: string };

const nothing: Record<MessageListName, string> = {
  all: "No messages yet",
  unread: "No unread messages",
  "to-answer": "Every message is answered",
  suspected: "No spam",
};

/** What shoppers wrote, newest first; the unread ones stand out. */
export function MessageList({ messages, search: { show, query }, action }: MessageListProps) {
  if (messages.length === 0)
    return <EmptyList title={query ? `No messages with “${query}”` : nothing[show]} />;
  return (
    <ul className="grid gap-4">
      {messages.map((message) => (
        <li key={message.id}>
          <Message message={message} action={action} />
        </li>
      ))}
    </ul>
  );
}

function Message({ message, action }: { message: VisitorMessage; action: string }) {
  const isUnread = message.readAt === null;
  const thread = href("/admin/messages/:id", { id: message.id });
  const Icon = isUnread ? MailOpen : Mail;
  return (
    <article className="admin-card grid gap-3 p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-5 gap-y-1">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <Link to={thread} className="text-link">
            {message.subject}
          </Link>
        </h2>
        {isUnread ? (
          <Badge tone="blue">Unread</Badge>
        ) : (
          message.isAnswered && <Badge tone="green">Answered</Badge>
        )}
        <p className="w-full text-sm wrap-anywhere text-ink-2">
          {message.name}, {message.email}, <ShopTime at={message.at} style="date and time" />
        </p>
      </header>
      <p className="line-clamp-6 wrap-anywhere whitespace-pre-line">{message.message}</p>
      <footer className="flex flex-wrap items-center gap-3">
        <LinkButton to={thread} look="secondary">
          Answer<span className="sr-only"> {message.name}</span>
        </LinkButton>
        {message.orderId !== null && (
          <Link to={href("/admin/orders/:id", { id: message.orderId })} className="text-link font-semibold">
            Open the order
          </Link>
        )}
        <ActionButton
          action={action}
          fields={{ id: message.id, intent: isUnread ? "read" : "unread" }}
          look="quiet"
        >
          <Icon aria-hidden="true" className="size-4" />
          {isUnread ? "Mark as read" : "Mark as unread"}
        </ActionButton>
      </footer>
    </article>
  );
}
