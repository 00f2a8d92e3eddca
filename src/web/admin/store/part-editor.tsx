// The forms of the online store edit one part of its document as a whole: its values are kept here by their paths
// ("0.picture.alt"), and sent with the values that the form was loaded with, so that the server can tell two tabs apart.
import { createContext, type FormEvent, type ReactNode, useContext, useId, useState } from "react";
import { useFetcher } from "react-router";
import type { BrandPart } from "#domain/brand/brand.ts";
import type { BrandErrors } from "#domain/brand/brand-schema.ts";
import type { TargetKind } from "#domain/brand/menu.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { Button } from "../../ui/form/button.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { useUnsaved } from "../forms/unsaved.ts";
import type { Notice } from "../frame/notices.ts";

export type PartAnswer = {
  kind: "part";
  notice: Notice | null;
  errors: BrandErrors;
  /** The values that another tab has saved in the meantime. */
  current?: unknown;
};

export type Choice = { value: string; label: string };

type Editor = {
  value: unknown;
  set: (path: string, value: unknown) => void;
  errors: BrandErrors;
  /** Where links may lead, by kind. */
  targets: Record<TargetKind, Choice[]>;
};

const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("this field is in no editor");
  return editor;
}

/** The value at a path, its error, and how to change it. */
export function useAt<T>(path: string) {
  const { value, set, errors } = useEditor();
  const id = useId();
  return { id, value: valueAt(value, path) as T, error: errors[path], set: (next: T) => set(path, next) };
}

type PartEditorProps = {
  part: BrandPart;
  /** The part as it is in the draft. */
  stored: unknown;
  targets: Editor["targets"];
  children: ReactNode;
};

export function PartEditor({ part, stored, targets, children }: PartEditorProps) {
  const fetcher = useFetcher<PartAnswer>();
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored);
  const [seen, setSeen] = useState(stored);
  /** Until it is stored. */
  const [sent, setSent] = useState<unknown>(null);
  const isSaved = sent !== null && fetcher.data?.notice?.tone === "success";
  // Saved, or changed by another tab while nothing was edited here. What was typed since it was sent stays.
  if (!sameValues(seen, stored)) {
    setSeen(stored);
    if (isSaved || sameValues(value, base)) {
      if (!isSaved || sameValues(value, sent)) setValue(stored);
      setBase(stored);
      setSent(null);
    }
  }
  const isSaving = fetcher.state !== "idle";
  const isDirty = !sameValues(value, base);
  useUnsaved(isDirty, isSaving);
  const { errors = {}, current } = fetcher.data ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(base);
  };
  const send = (over: unknown) => {
    setSent(value);
    fetcher.submit(
      { intent: "save", part, value: JSON.stringify(value), base: JSON.stringify(over) },
      { method: "post" },
    );
  };
  const set = (path: string, next: unknown) =>
    setValue((before: unknown) => withValue(before, keysOf(path), next));
  return (
    <EditorContext value={{ value, set, errors, targets }}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {children}
        {errors[""] && <p className="font-medium text-err">{errors[""]}</p>}
        {current !== undefined && !isSaving && (
          <div role="alert" className="admin-card flex flex-wrap items-center justify-between gap-3 p-5">
            <p>This was changed in another tab while you were editing.</p>
            <div className="flex flex-wrap gap-2">
              <Button look="secondary" onClick={() => send(current)}>
                Save mine anyway
              </Button>
              <Button
                look="quiet"
                onClick={() => {
                  setValue(current);
                  setBase(current);
                }}
              >
                Show the other version
              </Button>
            </div>
          </div>
        )}
        <SaveBar form={{ isDirty, isSaving, discard: () => setValue(base) }} label="Save draft" />
      </form>
    </EditorContext>
  );
}

/** "" is the whole part. */
const keysOf = (path: string) => (path === "" ? [] : path.split("."));

function valueAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

/** A copy with another value at the path. */
function withValue(value: unknown, [key, ...rest]: string[], next: unknown): unknown {
  if (key === undefined) return next;
  const inner = withValue(
    typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    rest,
    next,
  );
  if (Array.isArray(value)) return Object.assign([...value], { [key]: inner });
  return { ...(value as object), [key]: inner };
}
