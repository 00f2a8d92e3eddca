import type { ReactNode } from "react";
import type { FormSchema } from "#domain/form/form-fields.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

type TextFormProps = {
  action: string;
  /** Its field is `text`. */
  schema: FormSchema;
  /** What is stored. */
  text: string;
  answer: FormAnswer | undefined;
  refused: string;
  label: string;
  hint: string;
  rows: number;
  saveLabel: string;
  /** Below the text. */
  help: ReactNode;
  /** Next to the button. */
  aside?: ReactNode;
};

/** One long text of the settings. */
export function TextForm(props: TextFormProps) {
  const { action, schema, text, answer, refused, label, hint, rows, saveLabel, help, aside } = props;
  const form = useOwnerForm({ schema, intent: "save", stored: { text }, answer, refused });
  return (
    <OwnerForm form={form} action={action} className="admin-card grid gap-5 p-5 sm:p-7">
      <TextAreaField {...form.field("text")} label={label} hint={hint} rows={rows} />
      {help}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {aside}
        <Button type="submit" pending={form.isSaving}>
          {saveLabel}
        </Button>
      </div>
    </OwnerForm>
  );
}
