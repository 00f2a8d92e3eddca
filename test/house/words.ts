// Words that do not return in what people read: each was translated, or is a second word for something that has one
// (CONTRIBUTING.md). `say` is what to write instead.
export type Unwanted = { words: RegExp; say: string };

export const unwantedWords: readonly Unwanted[] = [
  { words: /\bmend(s|ed|ing)?\b/i, say: "fix" },
  { words: /\bpieces?\b/i, say: "item, unit, quantity" },
  { words: /\bparcels?\b/i, say: "shipment" },
  { words: /\bmails\b|\b(a|the|each|one|every) mail\b(?! server| program)|\be-mails?\b/i, say: "email" },
  { words: /\bby (itself|themselves)\b/i, say: "automatically" },
  { words: /\bput away\b/i, say: "hide, close" },
  { words: /\btaken up again\b/i, say: "reopened" },
  { words: /\bkept aside\b/i, say: "reserved, held" },
  { words: /\bwho(ever|soever)\b/i, say: "anyone who, shoppers who" },
  { words: /\bbeside\b/i, say: "next to, with" },
  { words: /\bmeanwhile\b/i, say: "in the meantime, while you were editing" },
  { words: /\banew\b/i, say: "again" },
  { words: /\bset right\b/i, say: "fix" },
  { words: /\bdrills?\b/i, say: "restore test" },
  { words: /\btop-ups?\b/i, say: "extra payment" },
  { words: /\bthere again\b/i, say: "back" },
  { words: /\bnot any ?more\b/i, say: "no longer" },
];
