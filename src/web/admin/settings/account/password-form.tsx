import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { UserAnswer } from "./password-answer.ts";

type PasswordFormProps = { action: string; email: string; answer: UserAnswer | undefined };

/** Old password, new password twice; cleared once it is changed. */
export function PasswordForm({ action, email, answer }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const isSaving = navigation.formData?.get("intent") === "password";
  const errors = answer?.errors ?? {};
  useEffect(() => {
    if (answer?.notice.tone === "success") form.current?.reset();
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  return (
    <section aria-labelledby="password" className="admin-card p-5 sm:p-7">
      <h2 id="password" className="display mb-4 text-xl">
        Change Password
      </h2>
      <Form ref={form} method="post" action={action} noValidate preventScrollReset className="grid gap-5">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Current Password"
          name="current"
          type="password"
          autoComplete="current-password"
          error={errors.current}
          required
        />
        <Field
          label="New Password"
          name="next"
          type="password"
          autoComplete="new-password"
          hint="At least 12 characters with a number. Other devices are signed out."
          error={errors.next}
          required
        />
        <Field
          label="Repeat New Password"
          name="repeat"
          type="password"
          autoComplete="new-password"
          error={errors.repeat}
          required
        />
        <Button
          type="submit"
          name="intent"
          value="password"
          pending={isSaving}
          className="justify-self-start"
        >
          Change Password
        </Button>
      </Form>
    </section>
  );
}
