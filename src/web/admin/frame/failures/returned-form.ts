// A session may end while a form is filled in. What was sent then is kept in this tab, and is back in the form's fields
// when the owner has signed in again and stands where they stood.
import { useEffect } from "react";
import { useLocation } from "react-router";
import { success } from "../notices.ts";
import { showNotice } from "../show-notice.ts";

const NAME = "admin-form";

type KeptForm = { path: string; entries: [name: string, value: string][] };

/** Keeps the texts of a posted form; a password is typed again. */
export async function keepEntries(request: Request): Promise<void> {
  try {
    const { pathname } = new URL(request.url);
    const entries = [...(await request.formData())].filter(
      ([name, value]) => typeof value === "string" && !/password/i.test(name),
    );
    sessionStorage.setItem(NAME, JSON.stringify({ path: pathname, entries }));
  } catch {
    // A full or forbidden storage, or a body that is no form: then there is nothing to bring back.
  }
}

/** Brings back what was kept for each page that is opened. */
export function useReturnedForm(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page.
  useEffect(bringBack, [pathname]);
}

/** Brings back what was kept for this page, once. It stays kept until a form is there that takes it. */
export function bringBack(): void {
  // Within an effect React would draw what a field changes in the others only when all are filled in.
  queueMicrotask(async () => {
    const kept = keptFor(window.location.pathname);
    if (!kept || !(await fillIn(kept.entries))) return;
    sessionStorage.removeItem(NAME);
    showNotice(success("What you typed is back", "It isn't saved yet."));
  });
}

function keptFor(path: string): KeptForm | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null") as KeptForm | null;
    return kept?.path === path ? kept : null;
  } catch {
    return null;
  }
}

/** Whether a form of this page has taken the entries. */
async function fillIn(entries: KeptForm["entries"]): Promise<boolean> {
  const form = [...document.querySelectorAll<HTMLFormElement>("main form")].find((one) =>
    isSame(one, entries),
  );
  if (!form) return false;
  form.closest("details")?.setAttribute("open", "");
  sendAsOpened(form, entries);
  await fillFields(form, entries);
  return true;
}

/** From the first to the last: a total follows the counts above it. What a field brings with it is drawn, and filled in, after it. */
async function fillFields(form: HTMLFormElement, entries: KeptForm["entries"]): Promise<void> {
  const filled = new Set<Element>();
  for (;;) {
    const all = [...form.querySelectorAll<HTMLInputElement>("input, select, textarea")];
    const fields = all.filter((field) => !filled.has(field));
    if (fields.length === 0) return;
    for (const field of fields) {
      fill(field, entries);
      filled.add(field);
    }
    await new Promise((drawn) => setTimeout(drawn));
  }
}

function fill(field: HTMLInputElement, entries: KeptForm["entries"]): void {
  const values = entries.flatMap(([name, value]) => (name === field.name ? [value] : []));
  if (field.name === "" || ["hidden", "file", "password"].includes(field.type)) return;
  const isTicked = field.type === "checkbox" || field.type === "radio";
  const isWrong = isTicked
    ? field.checked !== values.includes(field.value)
    : field.value !== (values[0] ?? field.value);
  if (!isWrong) return;
  field.closest("details")?.setAttribute("open", "");
  if (isTicked) field.click();
  else type(field, values[0] ?? "");
}

/** Fields that say what a form was opened with; where it has several rows, with the id of the row behind the name. */
const OPENED = /^(version|base|was|stamp|seen)(:|$)/;

/**
 * With what the page has loaded now, all that others have changed in the meantime would pass for changes of the owner's.
 * React writes hidden fields again and again, so what was sent takes their place as the form is sent: until it was, since a
 * form is also read to be checked, and one that is wrong is not sent.
 */
function sendAsOpened(form: HTMLFormElement, entries: KeptForm["entries"]): void {
  const opened = entries.filter(([name]) => OPENED.test(name));
  const restore = ({ formData }: FormDataEvent) => {
    for (const [name, value] of opened) if (formData.has(name)) formData.set(name, value);
  };
  // Other forms are read only to be sent.
  const isKit = form.dataset.kit !== undefined;
  form.addEventListener("formdata", restore, { once: !isKit });
  if (!isKit) return;
  const release = () => {
    if (form.querySelector('[aria-invalid="true"]')) return;
    form.removeEventListener("formdata", restore);
    form.removeEventListener("submit", releaseLater);
  };
  const releaseLater = () => setTimeout(release);
  form.addEventListener("submit", releaseLater);
}

/** Fields that say what a form is about: an id, and of a product which size. */
const ABOUT = 'input[type="hidden"]:is([name$="id" i], [name="variation"])';

/** Several forms of a page have the same fields, such as those of a list: what they are about is hidden in them. */
function isSame(form: HTMLFormElement, entries: KeptForm["entries"]): boolean {
  const intent = new Map(entries).get("intent");
  const about = [...form.querySelectorAll<HTMLInputElement>(ABOUT)];
  return (
    (intent === undefined || form.querySelector(`[name="intent"][value="${CSS.escape(intent)}"]`) !== null) &&
    about.every(
      ({ name, value }) =>
        /form|refund/i.test(name) || entries.some((each) => each[0] === name && each[1] === value),
    ) &&
    entries.some(
      ([name]) =>
        name !== "intent" &&
        form.querySelector(`:is(input, select, textarea)[name="${CSS.escape(name)}"]:not([type="hidden"])`),
    )
  );
}

/** As if the owner typed it: React hears of a value only by the browser's own setter and an event. */
function type(field: HTMLInputElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
}
