// An error stands under its field until the owner changes the field; the answer to the next submit says what is still
// wrong. Pages that load again, and automatic requests such as a preview, neither hide nor show one. One place for all forms of the back office: fields say by aria-invalid and
// aria-describedby which text belongs to them, and React leaves alone what it did not change itself.
import { type SyntheticEvent, useCallback, useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";

/** A form that is checked in the browser has its answer by then. */
const CHECKED_MS = 100;

/** The handlers of the element that is around all forms. */
export function useFixedFields(): {
  onInput: (event: SyntheticEvent) => void;
  onSubmit: () => void;
} {
  const hidden = useRef(new Set<Element>());
  /** Hidden before the last submit: errors fixed after it stay hidden, whatever is answered then. */
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
      for (const element of fixedBy(target as Element)) {
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

/** The fields that a change of this one fixes, and their errors. */
function fixedBy(changed: Element): Element[] {
  const field = changed.closest("[aria-invalid]");
  // The forms of the kit check themselves.
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

/** A field that was answered as valid has no mark and no error left to show. */
function show(element: Element): void {
  if (element.hasAttribute("aria-invalid")) element.setAttribute("aria-invalid", "true");
  else element.toggleAttribute("hidden", false);
}
