import { type ReactNode, useId } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "../../ui/form/button.tsx";

type RulesFormProps = {
  /** Path of the page whose action answers to the intent. */
  action: string;
  intent: string;
  title: string;
  /** What the rules are for, above the fields. */
  intro?: string;
  /** What came of them, below the form. */
  outcome?: ReactNode;
  /** The fields. */
  children: ReactNode;
  className?: string;
  /** How the fields are laid out. */
  fieldsClassName?: string;
};

/** Settings of one page, such as how long backups are kept, saved on that page. */
export function RulesForm({
  action,
  intent,
  title,
  intro,
  outcome,
  children,
  className = "",
  fieldsClassName = "",
}: RulesFormProps) {
  const isSaving = useNavigation().formData?.get("intent") === intent;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`admin-card p-5 sm:p-7 ${className}`}>
      <h2 id={titleId} className="display mb-3 text-xl">
        {title}
      </h2>
      {intro && <p className="mb-4 max-w-prose text-ink-2">{intro}</p>}
      <Form
        method="post"
        action={action}
        noValidate
        preventScrollReset
        className={`grid gap-4 ${fieldsClassName}`}
      >
        {children}
        <Button
          type="submit"
          name="intent"
          value={intent}
          look="secondary"
          pending={isSaving}
          className="justify-self-start"
        >
          Save
        </Button>
      </Form>
      {outcome && <p className="mt-4 text-ink-2">{outcome}</p>}
    </section>
  );
}
