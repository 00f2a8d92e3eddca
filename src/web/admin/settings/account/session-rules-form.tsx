import { absoluteChoices, idleChoices, type SessionRules, spanText } from "#domain/auth/session-rules.ts";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { RulesForm } from "../../forms/rules-form.tsx";

const choicesOf = (spans: number[]) => spans.map((span) => ({ value: String(span), label: spanText(span) }));

const INTRO =
  "Whoever finds your device unlocked, or copies what keeps you signed in, can use the back office until the session " +
  "ends. Shorter is safer. On a device that others use, take 30 minutes and 12 hours.";

/** How long the owner stays signed in. */
export function SessionRulesForm({ rules, action }: { rules: SessionRules; action: string }) {
  return (
    <RulesForm action={action} intent="session-rules" title="Session Limits" intro={INTRO}>
      <SelectField
        label="Sign me out when I have not used the shop for"
        name="idle"
        defaultValue={String(rules.idleMinutes)}
        choices={choicesOf(idleChoices)}
      />
      <SelectField
        label="Sign me out at the latest after"
        name="absolute"
        defaultValue={String(rules.absoluteMinutes)}
        choices={choicesOf(absoluteChoices)}
        hint="Applies to every session, those that are open too."
      />
    </RulesForm>
  );
}
