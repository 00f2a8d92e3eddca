import { absoluteChoices, idleChoices, type SessionRules, spanText } from "#domain/auth/session-rules.ts";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { RulesForm } from "../../forms/rules-form.tsx";

const choicesOf = (spans: number[]) => spans.map((span) => ({ value: String(span), label: spanText(span) }));

const INTRO =
  "Anyone with your unlocked device can use the back office until your session ends. On a shared device, choose 30 " +
  "minutes and 12 hours.";

/** How long the owner stays signed in. */
export function SessionRulesForm({ rules, action }: { rules: SessionRules; action: string }) {
  return (
    <RulesForm action={action} intent="session-rules" title="Session Limits" intro={INTRO}>
      <SelectField
        label="Sign me out after being idle for"
        name="idle"
        defaultValue={String(rules.idleMinutes)}
        choices={choicesOf(idleChoices)}
      />
      <SelectField
        label="Always sign me out after"
        name="absolute"
        defaultValue={String(rules.absoluteMinutes)}
        choices={choicesOf(absoluteChoices)}
        hint="Applies to all sessions, including open ones."
      />
    </RulesForm>
  );
}
