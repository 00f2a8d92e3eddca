import { href } from "react-router";
import { type PrivacyField, type PrivacyRules, privacyLimits } from "#domain/privacy/privacy-rules.ts";
import { Field } from "../../ui/form/field.tsx";
import { type FormAnswer, fieldsOfForm } from "../forms/form-answer.ts";
import { RulesForm } from "../forms/rules-form.tsx";

const labels: Record<PrivacyField, { label: string; hint: string }> = {
  orderYears: {
    label: "Names and addresses in orders (years)",
    hint: "Leave it blank to keep them. Ask your accountant how long you must.",
  },
  messageDays: { label: "Messages (days after you read them)", hint: "" },
  checkoutDays: { label: "Unfinished checkouts (days)", hint: "" },
  restockDays: { label: "Back-in-stock requests (days)", hint: "" },
};

type PrivacyRulesFormProps = { rules: PrivacyRules; answer: FormAnswer | undefined };

/** How long personal data is kept. */
export function PrivacyRulesForm({ rules, answer }: PrivacyRulesFormProps) {
  const form = fieldsOfForm(answer, "rules");
  return (
    <RulesForm
      action={href("/admin/privacy")}
      intent="rules"
      title="How long we keep personal data"
      intro="Older data is erased every hour and can’t be restored."
    >
      <input type="hidden" name="base" value={JSON.stringify(rules)} />
      {(Object.keys(labels) as PrivacyField[]).map((field) => {
        const { label, hint } = labels[field];
        const { min, max } = privacyLimits[field];
        return (
          <Field
            key={field}
            {...form.field(field, rules[field] ?? "")}
            label={label}
            hint={`${hint} ${min} to ${max}.`.trim()}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-md"
          />
        );
      })}
    </RulesForm>
  );
}
