import { href } from "react-router";
import { type PrivacyField, type PrivacyRules, privacyLimits } from "#domain/privacy/privacy-rules.ts";
import type { FieldErrors } from "#domain/text/fields.ts";
import { Field } from "../../ui/form/field.tsx";
import { RulesForm } from "../forms/rules-form.tsx";

/** What a refused form of the page says; `fields` and `email` as they were typed. */
export type PrivacyAnswer = {
  errors: FieldErrors<PrivacyField>;
  fields: Record<string, string>;
  emailError: string;
  email: string;
};

const labels: Record<PrivacyField, { label: string; hint: string }> = {
  orderYears: {
    label: "Names and addresses of orders (years)",
    hint: "Empty: they stay. Only orders that nothing is open of are touched; amounts, products and tax always stay. Ask your tax adviser how long you have to keep names.",
  },
  messageDays: { label: "Messages (days after you read them)", hint: "Your replies go with them." },
  checkoutDays: {
    label: "Unfinished checkouts (days)",
    hint: "Name, email and address. The rest is deleted after 40 days.",
  },
  restockDays: { label: "Back-in-stock requests (days)", hint: "For how long somebody waits at most." },
};

type PrivacyRulesFormProps = { rules: PrivacyRules; answer: Partial<PrivacyAnswer> | undefined };

/** How long the owner keeps what tells of people. */
export function PrivacyRulesForm({ rules, answer }: PrivacyRulesFormProps) {
  const typed = answer?.errors ? answer.fields : undefined;
  return (
    <RulesForm
      action={href("/admin/privacy")}
      intent="rules"
      title="How long"
      intro="Every hour the shop removes what is older. What is gone can’t be brought back."
    >
      <input type="hidden" name="base" value={JSON.stringify(rules)} />
      {(Object.keys(labels) as PrivacyField[]).map((field) => {
        const { label, hint } = labels[field];
        const { min, max } = privacyLimits[field];
        return (
          <Field
            key={field}
            name={field}
            label={label}
            hint={`${hint} ${min} to ${max}.`}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-md"
            defaultValue={typed?.[field] ?? rules[field] ?? ""}
            error={answer?.errors?.[field]}
          />
        );
      })}
    </RulesForm>
  );
}
