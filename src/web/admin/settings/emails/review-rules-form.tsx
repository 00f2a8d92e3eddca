import { href } from "react-router";
import type { ReviewRules } from "#domain/reviews/review-search.ts";
import { Field } from "../../../ui/form/field.tsx";
import { type FormAnswer, fieldsOfForm } from "../../forms/form-answer.ts";
import { RulesForm } from "../../forms/rules-form.tsx";

type ReviewRulesFormProps = { rules: ReviewRules; answer: FormAnswer | undefined };

/** Whether customers are asked for reviews, and when. */
export function ReviewRulesForm({ rules, answer }: ReviewRulesFormProps) {
  const { field, isOn } = fieldsOfForm(answer, "review-requests");
  return (
    <RulesForm
      action={href("/admin/settings/mail")}
      intent="review-requests"
      title="Review requests"
      intro="We email customers once per order, unless it was returned or refunded."
    >
      <input type="hidden" name="base" value={JSON.stringify(rules)} />
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input type="checkbox" name="asks" defaultChecked={isOn("asks", rules.asks)} className="check" />
        Ask customers for a review
      </label>
      <Field
        {...field("afterDays", rules.afterDays)}
        label="Days after delivery"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-md"
        hint="Counted from the last promised day until you mark the order as delivered."
      />
    </RulesForm>
  );
}
