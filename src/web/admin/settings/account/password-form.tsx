import { passwordForm } from "#domain/auth/password-form.ts";
import { blankForm } from "#domain/form/form-fields.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";

type PasswordFormProps = { action: string; email: string; answer: FormAnswer | undefined };

/** Old password, new password twice; cleared once it is changed. */
export function PasswordForm({ action, email, answer }: PasswordFormProps) {
  const form = useOwnerForm({
    ...{ schema: passwordForm, intent: "password", stored: blankForm(passwordForm), answer },
    isGuarded: false,
  });
  return (
    <section aria-labelledby="password" className="admin-card p-5 sm:p-7">
      <h2 id="password" className="display mb-4 text-xl">
        Change Password
      </h2>
      <OwnerForm form={form} action={action} className="grid gap-5">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field {...form.field("current")} type="password" autoComplete="current-password" required />
        <Field
          {...form.field("next")}
          type="password"
          autoComplete="new-password"
          hint="At least 12 characters. Other devices are signed out."
          required
        />
        <Field {...form.field("repeat")} type="password" autoComplete="new-password" required />
        <Button type="submit" pending={form.isSaving} className="justify-self-start">
          Change Password
        </Button>
      </OwnerForm>
    </section>
  );
}
