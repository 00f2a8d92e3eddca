import { useEffect, useRef } from "react";

type HiddenTextProps = {
  name: string;
  text: string;
  onText: (text: string) => void;
  /** What is wrong with it is to be put right in other controls. */
  onFocus: () => void;
};

/**
 * A field that other controls fill in, such as a list of pictures or a table. It is typed in only by its form, and by what
 * comes back after signing in (returned-form.ts).
 */
export function HiddenText({ name, text, onText, onFocus }: HiddenTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form hears of each text, though nobody typed it.
  useEffect(() => {
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [text]);
  return (
    <textarea
      ref={field}
      className="sr-only"
      aria-hidden="true"
      tabIndex={-1}
      name={name}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onFocus={onFocus}
    />
  );
}
