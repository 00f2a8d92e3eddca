import type { ReviewRules } from "#domain/reviews/review-search.ts";
import { Field } from "../../ui/form/field.tsx";
import { RulesForm } from "../forms/rules-form.tsx";

/** What the refused form says, and its fields as they were. */
export type ReviewRulesAnswer = { error: string; asks: boolean; afterDays: string };

type ReviewRulesFormProps = { rules: ReviewRules; answer: ReviewRulesAnswer | undefined; action: string };

/** Whether customers are asked for reviews, and when. */
export function ReviewRulesForm({ rules, answer, action }: ReviewRulesFormProps) {
  return (
    <RulesForm
      action={action}
      intent="rules"
      title="Asking for reviews"
      intro="Customers are asked once for each order, by a mail with a link to a page of their own. Orders that came back, were refunded, or left before reviews existed are not asked about."
      className="mt-8"
    >
      <input type="hidden" name="base" value={JSON.stringify(rules)} />
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input type="checkbox" name="asks" defaultChecked={answer?.asks ?? rules.asks} className="check" />
        Ask customers for a review
      </label>
      <Field
        name="afterDays"
        label="Days after the parcel came"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-md"
        defaultValue={answer?.afterDays ?? rules.afterDays}
        error={answer?.error}
        hint="Until you mark a parcel as delivered, the last promised day counts as the day it came."
      />
    </RulesForm>
  );
}
