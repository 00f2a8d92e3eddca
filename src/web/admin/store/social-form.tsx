import { socialForm } from "#domain/settings/social-form.ts";
import { Field } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-answer.ts";
import { RulesForm } from "../forms/rules-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

type SocialFormProps = { action: string; socialUrl: string; answer: FormAnswer | undefined };

/** The link to the store's social profile in the footer. */
export function SocialForm({ action, socialUrl, answer }: SocialFormProps) {
  const form = useOwnerForm({ schema: socialForm, intent: "social", stored: { socialUrl }, answer });
  return (
    <RulesForm form={form} action={action} title="Social link">
      <Field
        {...form.field("socialUrl")}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Shown in the footer. Leave it blank to show none."
        className="max-w-md"
        optional
      />
    </RulesForm>
  );
}
