import type { ReactNode } from "react";
import { Form, href, useNavigation } from "react-router";
import { useRootData } from "../../page/root-data.ts";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { CircleAlert } from "../../ui/icons.tsx";
import { useAnswerToast, useRedirectNotice } from "../frame/use-notice-toasts.ts";
import type { StepAnswer } from "./login-answer.ts";

type LoginPanelProps = {
  answer: StepAnswer | undefined;
  /** A link to another way to sign in. */
  instead?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** One step of signing in: the store's name, the title, the error, and the form. */
export function LoginPanel({ answer, instead, children }: LoginPanelProps) {
  const { storeName } = useRootData().settings.businessInfo;
  const navigation = useNavigation();
  useRedirectNotice();
  useAnswerToast(answer);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh content-center justify-items-center px-4 py-10">
      <div className="w-full max-w-md rounded-2xl border border-line bg-surface p-6 sm:p-9">
        <p className="flex items-center gap-2 font-semibold text-fairway">
          <FlagGlyph className="size-7" />
          {storeName}
        </p>
        <h1 className="display mt-4 mb-6 text-heading">Admin Login</h1>
        {answer && (
          <p role="alert" className="mb-5 flex gap-2.5 rounded-field bg-err-tint px-4 py-3 text-err">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
            {answer.message}
          </p>
        )}
        <Form method="post" className="grid gap-5">
          {children}
          <Button
            type="submit"
            size="large"
            pending={navigation.state !== "idle" && navigation.formMethod === "POST"}
          >
            Sign In
          </Button>
          {instead}
          <LinkButton to={href("/")} look="quiet" reloadDocument>
            Return to Website
          </LinkButton>
        </Form>
      </div>
    </main>
  );
}
