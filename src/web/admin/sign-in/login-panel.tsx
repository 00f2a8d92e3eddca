import type { ReactNode } from "react";
import { href } from "react-router";
import { useRootData } from "../../page/root-data.ts";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { OwnerForm } from "../forms/owner-form.tsx";
import type { FormState } from "../forms/use-owner-form.ts";
import { useRedirectNotice } from "../frame/use-notice-toasts.ts";

type LoginPanelProps = {
  form: FormState<never>;
  /** A link to another way to sign in. */
  instead?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** One step of signing in: the store's name, the title, and the form. */
export function LoginPanel({ form, instead, children }: LoginPanelProps) {
  const { storeName } = useRootData().settings.businessInfo;
  useRedirectNotice();
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh content-center justify-items-center px-4 py-10">
      <div className="w-full max-w-md rounded-2xl border border-line bg-surface p-6 sm:p-9">
        <p className="flex items-center gap-2 font-semibold text-fairway">
          <FlagGlyph className="size-7" />
          {storeName}
        </p>
        <h1 className="display mt-4 mb-6 text-heading">Admin Login</h1>
        <OwnerForm form={form} className="grid gap-5">
          {children}
          <Button type="submit" size="large" pending={form.isSaving}>
            Sign In
          </Button>
          {instead}
          <LinkButton to={href("/")} look="quiet" reloadDocument>
            Return to Website
          </LinkButton>
        </OwnerForm>
      </div>
    </main>
  );
}
