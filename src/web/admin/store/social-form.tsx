import { Field } from "../../ui/form/field.tsx";
import { type FormAnswer, fieldsOfForm } from "../forms/form-answer.ts";
import { RulesForm } from "../forms/rules-form.tsx";

type SocialFormProps = { action: string; socialUrl: string; answer: FormAnswer | undefined };

/** The link to the store's social profile in the footer. */
export function SocialForm({ action, socialUrl, answer }: SocialFormProps) {
  const { field } = fieldsOfForm(answer, "social");
  return (
    <RulesForm action={action} intent="social" title="Social link">
      <Field
        {...field("socialUrl", socialUrl)}
        type="url"
        inputMode="url"
        label="Social profile"
        placeholder="https://"
        hint="Shown in the footer. Leave it blank to show none."
        className="max-w-md"
        optional
      />
    </RulesForm>
  );
}
