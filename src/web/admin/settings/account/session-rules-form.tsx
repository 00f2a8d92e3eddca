import { Form, useNavigation } from "react-router";
import { absoluteChoices, idleChoices, type SessionRules, spanText } from "#domain/auth/session-rules.ts";
import { Button } from "../../../ui/form/button.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";

const choicesOf = (spans: number[]) => spans.map((span) => ({ value: String(span), label: spanText(span) }));

/** How long the owner stays signed in. */
export function SessionRulesForm({ rules, action }: { rules: SessionRules; action: string }) {
  const isSaving = useNavigation().formData?.get("intent") === "session-rules";
  return (
    <section aria-labelledby="session-rules" className="admin-card p-5 sm:p-7">
      <h2 id="session-rules" className="display mb-2 text-xl">
        Session Limits
      </h2>
      <p className="mb-4 text-ink-2">
        Whoever finds your device unlocked, or copies what keeps you signed in, can use the back office until
        the session ends. Shorter is safer. On a device that others use, take 30 minutes and 12 hours.
      </p>
      <Form method="post" action={action} preventScrollReset className="grid gap-5">
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
        <Button
          type="submit"
          name="intent"
          value="session-rules"
          look="secondary"
          pending={isSaving}
          className="justify-self-start"
        >
          Save limits
        </Button>
      </Form>
    </section>
  );
}
