import { Form, href, Link } from "react-router";
import type { EmailUndoRefusal } from "#domain/order/links/email-undo.ts";
import { orderNumber } from "#domain/order/order.ts";
import type { EmailUndoLook, EmailUndoResult } from "#server/orders/changes/undo-email.ts";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { DeadLink } from "./dead-link.tsx";

type UndoEmailPageProps = { look: EmailUndoLook; result: EmailUndoResult | undefined; isSending: boolean };

const refusals: Record<Exclude<EmailUndoRefusal, "not_found">, { title: string; text: string }> = {
  undone: {
    title: "The change was undone",
    text: "Emails about your order go to the previous address again. The newest email has the link to the order.",
  },
  corrected: {
    title: "We've changed this email since then",
    text: "Our team corrected the email for this order. If it isn't right, contact us.",
  },
  too_late: {
    title: "It's too late to undo this",
    text: "Your order has shipped, and this link has expired. If you didn't change the email, contact us.",
  },
};

/** Behind the link in the email to the address that an order had before. */
export function UndoEmailPage({ look, result, isSending }: UndoEmailPageProps) {
  const answer = result ?? look;
  if (!answer.ok) {
    if (answer.reason === "not_found") return <DeadLink />;
    const { title, text } = refusals[answer.reason];
    return (
      <Page title={title} text={text}>
        <LinkButton to={href("/contact")} size="large">
          Contact us
        </LinkButton>
        <Link to={href("/orders")} className="text-link py-3 font-semibold">
          Find your order
        </Link>
      </Page>
    );
  }
  const number = orderNumber(answer.number);
  if (result?.ok) {
    return (
      <Page
        title="Your email was changed back"
        text={`Emails about order ${number} go to ${answer.before} again. The old links to the order no longer work.`}
      >
        {result.page !== null && (
          <LinkButton to={result.page} size="large">
            View your order
          </LinkButton>
        )}
      </Page>
    );
  }
  return (
    <Page
      title="Undo the email change?"
      text={`Emails about order ${number} go to ${answer.now} now. Undo the change to get them at ${answer.before} again. Current links to the order will stop working.`}
    >
      <Form method="post" preventScrollReset>
        <Button type="submit" size="large" pending={isSending}>
          Undo the change
        </Button>
      </Form>
    </Page>
  );
}

function Page({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">{title}</h1>
      <p role="status" className="mt-4 max-w-[58ch] text-lg text-ink-2 wrap-anywhere">
        {text}
      </p>
      <div className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-2">{children}</div>
    </div>
  );
}
