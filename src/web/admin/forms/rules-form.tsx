import { type ReactNode, useId } from "react";
import { Button } from "../../ui/form/button.tsx";
import { OwnerForm } from "./owner-form.tsx";
import type { FormState } from "./use-owner-form.ts";

type RulesFormProps = {
  form: FormState<never>;
  /** Path of the page whose action answers to the intent. */
  action: string;
  title: string;
  /** What the rules are for, above the fields. */
  intro?: string;
  /** What came of them, below the form. */
  outcome?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** How the fields are laid out. */
  fieldsClassName?: string;
};

/** A card with some settings of its page, such as how long backups are kept. */
export function RulesForm({
  form,
  action,
  title,
  intro,
  outcome,
  children,
  fieldsClassName = "",
}: RulesFormProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="admin-card p-5 sm:p-7">
      <h2 id={titleId} className="display mb-3 text-xl">
        {title}
      </h2>
      {intro && <p className="mb-4 max-w-prose text-ink-2">{intro}</p>}
      <OwnerForm form={form} action={action} className={`grid gap-4 ${fieldsClassName}`}>
        {children}
        <Button type="submit" look="secondary" pending={form.isSaving} className="justify-self-start">
          Save
        </Button>
      </OwnerForm>
      {outcome && <p className="mt-4 text-ink-2">{outcome}</p>}
    </section>
  );
}
