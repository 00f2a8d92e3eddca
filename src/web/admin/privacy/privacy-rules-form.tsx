import { href } from "react-router";
import { type PrivacyField, type PrivacyRules, privacyLimits } from "#domain/privacy/privacy-rules.ts";
import { privacyRulesForm } from "#domain/privacy/privacy-rules-form.ts";
import { Field } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { RulesForm } from "../forms/rules-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

const hints: Record<PrivacyField, string> = {
  orderYears: "Leave blank to keep them. Ask your accountant how long you must.",
  messageDays: "",
  checkoutDays: "",
  restockDays: "",
};

type PrivacyRulesFormProps = { rules: PrivacyRules; answer: FormAnswer | undefined };

/** How long personal data is kept. */
export function PrivacyRulesForm({ rules, answer }: PrivacyRulesFormProps) {
  const form = useOwnerForm({ schema: privacyRulesForm, intent: "rules", stored: rules, answer });
  return (
    <RulesForm
      form={form}
      action={href("/admin/privacy")}
      title="How long we keep personal data"
      intro="Older data is erased every hour and can’t be restored."
    >
      {(Object.keys(hints) as PrivacyField[]).map((field) => {
        const { min, max } = privacyLimits[field];
        return (
          <Field
            key={field}
            {...form.field(field)}
            hint={`${hints[field]} ${min} to ${max}.`.trim()}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-md"
          />
        );
      })}
    </RulesForm>
  );
}
