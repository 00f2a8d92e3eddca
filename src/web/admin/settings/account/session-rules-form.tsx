import { absoluteChoices, idleChoices, type SessionRules, spanText } from "#domain/auth/session-rules.ts";
import { sessionRulesForm } from "#domain/auth/session-rules-form.ts";
import { SelectField } from "../../../ui/form/select-field.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { RulesForm } from "../../forms/rules-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";

const choicesOf = (spans: number[]) => spans.map((span) => ({ value: String(span), label: spanText(span) }));

const INTRO =
  "Anyone with your unlocked device can use the back office until your session ends. On a shared device, choose 30 " +
  "minutes and 12 hours.";

type SessionRulesFormProps = { rules: SessionRules; action: string; answer: FormAnswer | undefined };

/** How long the owner stays signed in. */
export function SessionRulesForm({ rules, action, answer }: SessionRulesFormProps) {
  const refused = "Session limits not saved";
  const form = useOwnerForm({
    ...{ schema: sessionRulesForm, intent: "session-rules", stored: rules, answer, refused },
  });
  return (
    <RulesForm form={form} action={action} title="Session Limits" intro={INTRO}>
      <SelectField {...form.field("idleMinutes")} choices={choicesOf(idleChoices)} />
      <SelectField
        {...form.field("absoluteMinutes")}
        choices={choicesOf(absoluteChoices)}
        hint="Applies to all sessions, including open ones."
      />
    </RulesForm>
  );
}
