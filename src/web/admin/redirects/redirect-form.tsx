import { redirectForm } from "#domain/redirects/redirect-form.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

type RedirectFormProps = { action: string; answer: FormAnswer | undefined };

const blank = { from: "", to: "" };

/** A former address, and the page of this shop that it leads to. */
export function RedirectForm({ action, answer }: RedirectFormProps) {
  const form = useOwnerForm({ schema: redirectForm, intent: "save", stored: blank, answer });
  return (
    <section aria-labelledby="add-redirect" className="admin-card p-5 sm:p-7">
      <h2 id="add-redirect" className="display mb-3 text-xl">
        Add a redirect
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">
        Visitors to the old address go to the new one, unless a page exists at the old one.
      </p>
      <OwnerForm form={form} action={action} className="grid items-start gap-4 md:grid-cols-2">
        <Field {...form.field("from")} placeholder="/products/blue-cap" {...plain} />
        <Field {...form.field("to")} placeholder="/shop?category=HATS" {...plain} />
        <Button type="submit" pending={form.isSaving} className="justify-self-start">
          Add Redirect
        </Button>
      </OwnerForm>
    </section>
  );
}

const plain = { inputMode: "url", autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
