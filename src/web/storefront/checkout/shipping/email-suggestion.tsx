type EmailSuggestionProps = { meant: string; onTake: () => void };

/** Offers the email that was most likely meant. The typed one is valid, so nothing is refused. */
export function EmailSuggestion({ meant, onTake }: EmailSuggestionProps) {
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
