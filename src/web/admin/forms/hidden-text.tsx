import { useEffect, useEffectEvent, useRef } from "react";
import { typeIn } from "./form-values.ts";

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
  useEffect(() => {
    if (field.current) typeIn(field.current, text);
  }, [text]);
  const take = useEffectEvent(() => onText(field.current?.value ?? text));
  // The form writes without an event, and marks what it has written.
  useEffect(() => {
    const written = new MutationObserver(() => take());
    if (field.current) written.observe(field.current, { attributeFilter: ["data-conform"] });
    return () => written.disconnect();
  }, []);
  return (
    <textarea
      ref={field}
      className="sr-only"
      aria-hidden="true"
      tabIndex={-1}
      name={name}
      defaultValue={text}
      onChange={(event) => onText(event.target.value)}
      onFocus={onFocus}
    />
  );
}
