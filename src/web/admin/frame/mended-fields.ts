// What is wrong with a field stands beneath it until the owner changes the field; the answer to the next submit says
// what is wrong still. What is loaded anew after it, and what the page asks for by itself meanwhile (a preview), hides
// nothing and shows nothing. One place for all forms of the back office: fields say by aria-invalid and
// aria-describedby which text belongs to them, and React leaves alone what it did not change itself.
import { type SyntheticEvent, useCallback, useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";

/** A form that is checked in the browser has its answer by then. */
const CHECKED_MS = 100;

/** The handlers of the element that is around all forms. */
export function useMendedFields(): {
  onInput: (event: SyntheticEvent) => void;
  onSubmit: () => void;
} {
  const hidden = useRef(new Set<Element>());
  /** Hidden before the last submit: what is mended after it stays hidden, whatever is answered then. */
  const asked = useRef(new Set<Element>());
  const navigation = useNavigation();
  const isSending = [navigation, ...useFetchers()].some(({ state }) => state === "submitting");
  const wasSending = useRef(isSending);
  const showAsked = useCallback(() => {
    for (const element of asked.current) show(element);
    asked.current.clear();
  }, []);
  useEffect(() => {
    wasSending.current = isSending;
    if (!isSending) showAsked();
  }, [isSending, showAsked]);
  return {
    onInput: ({ target }) => {
      for (const element of mendedBy(target as Element)) {
        hide(element);
        asked.current.delete(element);
        hidden.current.add(element);
      }
    },
    onSubmit: () => {
      for (const element of hidden.current) asked.current.add(element);
      hidden.current.clear();
      setTimeout(() => !wasSending.current && showAsked(), CHECKED_MS);
    },
  };
}

/** The fields that a change of this one mends, and the texts that say what was wrong with them. */
function mendedBy(changed: Element): Element[] {
  const field = changed.closest("[aria-invalid]");
  // The forms of the kit know by themselves what is wrong still.
  if (!field || field.closest("form[data-kit]")) return [];
  // Check boxes of one question share a text, which belongs to the group.
  const group = field.closest("fieldset[aria-describedby]");
  const isShared = group !== null && !field.hasAttribute("aria-describedby");
  const fields = isShared ? [...group.querySelectorAll("[aria-invalid]")] : [field];
  const texts = (isShared ? group : field).getAttribute("aria-describedby")?.split(" ") ?? [];
  const errors = texts
    .filter((id) => id.endsWith("-error"))
    .flatMap((id) => document.getElementById(id) ?? []);
  return [...fields, ...errors];
}

function hide(element: Element): void {
  if (element.hasAttribute("aria-invalid")) element.setAttribute("aria-invalid", "false");
  else element.toggleAttribute("hidden", true);
}

/** A field that is right by now has no mark any more, and its text is gone. */
function show(element: Element): void {
  if (element.hasAttribute("aria-invalid")) element.setAttribute("aria-invalid", "true");
  else element.toggleAttribute("hidden", false);
}
