import { href } from "react-router";
import { findPersonForm } from "#domain/customer/find-person-form.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

/** Leads to the person with an email, also when they never bought or wrote. */
export function FindPersonForm({ answer }: { answer: FormAnswer | undefined }) {
  const stored = { email: "" };
  const form = useOwnerForm({
    ...{ schema: findPersonForm, intent: "find", stored, answer, refused: "Not found", isGuarded: false },
  });
  return (
    <section aria-labelledby="find-person" className="admin-card p-5 sm:p-7">
      <h2 id="find-person" className="display mb-3 text-xl">
        Personal data of one person
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">See, export, or erase everything stored about a person.</p>
      <OwnerForm form={form} action={href("/admin/privacy")} className="grid gap-4">
        <Field {...form.field("email")} type="email" autoComplete="off" className="max-w-md" />
        <Button type="submit" look="secondary" pending={form.isSaving} className="justify-self-start">
          Find
        </Button>
      </OwnerForm>
    </section>
  );
}
