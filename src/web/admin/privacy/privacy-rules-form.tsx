import { Form, href, useNavigation } from "react-router";
import { type PrivacyField, type PrivacyRules, privacyLimits } from "#domain/privacy/privacy-rules.ts";
import type { FieldErrors } from "#domain/text/fields.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";

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
  const isSaving = useNavigation().formData?.get("intent") === "rules";
  const typed = answer?.errors ? answer.fields : undefined;
  return (
    <section aria-labelledby="how-long" className="admin-card p-5 sm:p-7">
      <h2 id="how-long" className="display mb-3 text-xl">
        How long
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">
        Every hour the shop removes what is older. What is gone can’t be brought back.
      </p>
      <Form
        method="post"
        action={href("/admin/privacy")}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
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
        <Button
          type="submit"
          name="intent"
          value="rules"
          look="secondary"
          pending={isSaving}
          className="justify-self-start"
        >
          Save
        </Button>
      </Form>
    </section>
  );
}
