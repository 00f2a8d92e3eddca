import { type RefObject, useState } from "react";
import { readEmail } from "#domain/text/typed/email.ts";

type SuggestionOptions = {
  form: RefObject<HTMLFormElement | null>;
  /** The email that was most likely meant; null for none. */
  emailHint: ((email: string) => string | null) | null;
  /** It is in the field now. */
  onTaken: () => void;
};

/** Offers the email that was most likely meant. The typed one is valid, so nothing is refused. */
export function useEmailSuggestion({ form, emailHint, onTaken }: SuggestionOptions) {
  const [meant, setMeant] = useState<string | null>(null);

  function take(email: string) {
    const control = emailIn(form.current);
    if (!control) return;
    control.value = email;
    setMeant(null);
    onTaken();
    control.focus();
  }

  return {
    suggestion: meant !== null && <EmailSuggestion meant={meant} onTake={() => take(meant)} />,
    suggest: (typed: string) => setMeant(emailHint?.(readEmail(typed)) ?? null),
    drop: () => setMeant(null),
  };
}

export function emailIn(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>("#email") ?? null;
}

function EmailSuggestion({ meant, onTake }: { meant: string; onTake: () => void }) {
  return (
    <span role="status">
      Did you mean{" "}
      <button type="button" className="text-link font-semibold" onClick={onTake}>
        {meant}
      </button>
      ?
    </span>
  );
}
