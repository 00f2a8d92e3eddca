// The forms of the online store edit one part of its document: a hidden field holds all of it, as one text, and the fields
// that are seen change it at their paths ("home[0].picture.alt").
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import type { BrandPart } from "#domain/brand/brand.ts";
import { partForms } from "#domain/brand/form/part-form.ts";
import { partLabels } from "#domain/brand/form/part-words.ts";
import { blankLink, type TargetKind } from "#domain/brand/menu.ts";
import type { FormValues } from "#domain/form/form-saved.ts";
import { parseJson } from "#domain/text/fields.ts";
import type { Choice } from "../../ui/form/select.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { keysOf, valueAt } from "../forms/form-values.ts";
import { HiddenText } from "../forms/hidden-text.tsx";
import { OwnerForm } from "../forms/owner-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

type Editor = {
  value: unknown;
  set: (path: string, value: unknown) => void;
  errors: Record<string, string[] | undefined>;
  /** Where links may lead, by kind. */
  targets: Record<TargetKind, Choice[]>;
};

const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("this field is in no editor");
  return editor;
}

/** The value at a path, its label, what is wrong with it, and how to change it. */
export function useAt<T>(path: string) {
  const { value, set, errors } = useEditor();
  return {
    id: useId(),
    value: valueAt(value, path) as T,
    label: partLabels[keysOf(path).at(-1) ?? ""] ?? "",
    error: errors[path]?.[0],
    set: (next: T) => set(path, next),
  };
}

type PartEditorProps = {
  part: BrandPart;
  action: string;
  /** The part as it is in the draft. */
  stored: FormValues;
  answer: FormAnswer | undefined;
  targets: Editor["targets"];
  children: ReactNode;
};

export function PartEditor({ part, action, stored, answer, targets, children }: PartEditorProps) {
  const seen = useRef<HTMLDivElement>(null);
  const focusWrong = () => setTimeout(() => seen.current && focusFirstWrong(seen.current));
  const form = useOwnerForm({
    ...{ schema: partForms[part], intent: "save", stored, answer, onRefused: focusWrong },
  });
  const { name, defaultValue, error } = form.field(part);
  const [text, setText] = useState(defaultValue);
  const value = { [part]: parseJson(text) };
  const set = (path: string, next: unknown) =>
    setText((before) => JSON.stringify(withValue(parseJson(before), keysOf(path).slice(1), next)));
  const takeTyped = useEffectEvent(() => {
    for (const field of seen.current?.querySelectorAll<HTMLInputElement>("[data-path]") ?? []) {
      const { path = "" } = field.dataset;
      const before = valueAt(value, path) ?? valueAt(blankLink, keysOf(path).at(-1) ?? "") ?? "";
      const typed = field.type === "checkbox" ? field.checked : field.value;
      if (typed !== before && typed !== String(before)) set(path, typed);
    }
  });
  // What was typed before scripts arrived.
  useEffect(() => takeTyped(), []);
  return (
    <OwnerForm form={form} action={action} className="grid gap-5">
      <HiddenText name={name} text={text} onText={setText} onFocus={focusWrong} />
      <EditorContext value={{ value, set, errors: form.form.allErrors, targets }}>
        <div ref={seen} className="grid gap-5">
          {children}
        </div>
      </EditorContext>
      <p role="alert" className="font-medium text-err empty:hidden">
        {error}
      </p>
      <SaveBar form={form} label="Save draft" />
    </OwnerForm>
  );
}

/** Also in what is folded. */
function focusFirstWrong(fields: HTMLElement): void {
  const wrong = fields.querySelector<HTMLElement>('[aria-invalid="true"]');
  for (const fold of fields.querySelectorAll("details")) if (fold.contains(wrong)) fold.open = true;
  wrong?.focus();
}

/** A copy with another value at the path. */
function withValue(value: unknown, [key, ...rest]: string[], next: unknown): unknown {
  if (key === undefined) return next;
  const inner = withValue(valueAt(value, key), rest, next);
  if (Array.isArray(value)) return Object.assign([...value], { [key]: inner });
  return { ...(value as object), [key]: inner };
}
