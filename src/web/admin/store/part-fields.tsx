import { useState } from "react";
import { linkKinds, type StoreLink } from "#domain/brand/menu.ts";
import { type BrandPicture, drawingOf, type Focus, focuses } from "#domain/brand/picture.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field, FieldFrame, TextAreaField } from "../../ui/form/field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { CheckField } from "../forms/check-field.tsx";
import { uploadOne } from "../products/form/pictures/use-image-uploads.ts";
import { type Choice, useAt, useEditor } from "./part-editor.tsx";

type AtProps = { path: string; label: string; hint?: string; optional?: boolean; className?: string };

export function TextAt({ path, type, ...texts }: AtProps & { type?: "date" | "url" }) {
  const { value, error, set } = useAt<string>(path);
  return (
    <Field
      {...texts}
      type={type ?? "text"}
      name={path}
      error={error}
      value={value ?? ""}
      onChange={(event) => set(event.target.value)}
    />
  );
}

export function AreaAt({ path, rows = 3, ...texts }: AtProps & { rows?: number }) {
  const { value, error, set } = useAt<string>(path);
  return (
    <TextAreaField
      {...texts}
      name={path}
      rows={rows}
      error={error}
      value={value ?? ""}
      onChange={(event) => set(event.target.value)}
    />
  );
}

export function SwitchAt({ path, label, hint }: AtProps) {
  const { id, value, set } = useAt<boolean>(path);
  return (
    <CheckField
      id={id}
      name={path}
      label={label}
      hint={hint}
      checked={value === true}
      onChange={(event) => set(event.target.checked)}
    />
  );
}

export function ChoiceAt({ path, choices, ...texts }: AtProps & { choices: readonly Choice[] }) {
  const { value, error, set } = useAt<string | number>(path);
  return (
    <SelectField
      {...texts}
      name={path}
      error={error}
      choices={choices}
      value={String(value ?? "")}
      onChange={(event) => set(typeof value === "number" ? Number(event.target.value) : event.target.value)}
    />
  );
}

export function ColorAt({ path, ...texts }: AtProps) {
  const { value, error, set } = useAt<string>(path);
  const nearest = /#[0-9a-f]{6}$/.exec(error ?? "")?.[0];
  return (
    <FieldFrame {...texts} error={error}>
      {(binding) => (
        <span className="flex items-center gap-2">
          <input
            {...binding}
            type="color"
            name={path}
            value={value}
            onChange={(event) => set(event.target.value)}
            className="h-11 w-14 rounded-field border border-edge bg-surface p-1"
          />
          <code>{value}</code>
          {nearest && nearest !== value && (
            <Button look="secondary" size="small" onClick={() => set(nearest)}>
              Use {nearest}
            </Button>
          )}
        </span>
      )}
    </FieldFrame>
  );
}

const focusChoices = focuses.map((focus) => ({ value: focus, label: focus.replace("-", " ") }));

/** A picture that is uploaded right away, with its description. */
type PictureAtProps = AtProps & {
  hasFocus?: boolean;
  /** The value without a picture of the owner's. */
  empty?: BrandPicture | null;
};

export function PictureAt({ path, label, hint, hasFocus = true, empty }: PictureAtProps) {
  const { value, set } = useAt<BrandPicture | null>(path);
  const { errors } = useEditor();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const own = value && drawingOf(value) === null ? value : null;
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    const answer = await uploadOne(file, () => {});
    setBusy(false);
    setProblem(typeof answer === "string" ? answer : undefined);
    if (typeof answer !== "string") set({ url: answer.url, alt: "", focus: "center" satisfies Focus });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{label}</legend>
      <FieldFrame
        label={label}
        hint={hint ?? "JPG, PNG, GIF or WebP"}
        error={problem ?? errors[`${path}.url`]}
      >
        {(binding) => (
          <span className="flex flex-wrap items-center gap-3">
            {own && (
              <img
                src={imageAtWidth(own.url, 320)}
                alt=""
                className="h-20 max-w-40 rounded-field bg-sand object-contain"
              />
            )}
            <input
              {...binding}
              type="file"
              accept="image/jpeg,image/png,image/gif,image/webp"
              disabled={isBusy}
              onChange={(event) => void upload(event.target.files?.[0])}
              className="input max-w-sm"
            />
            {own && (
              <Button look="quiet" size="small" onClick={() => set(empty ?? null)}>
                Remove
              </Button>
            )}
          </span>
        )}
      </FieldFrame>
      {own && <TextAt path={`${path}.alt`} label="What the picture shows (alt text)" />}
      {own && hasFocus && (
        <ChoiceAt path={`${path}.focus`} label="Keep in view" choices={focusChoices} className="max-w-xs" />
      )}
    </fieldset>
  );
}

const kindChoices = Object.entries(linkKinds).map(([value, label]) => ({ value, label }));

/** The label and the target of a link. An empty label: no link. */
export function LinkAt({ path, label }: AtProps) {
  const { value, set } = useAt<StoreLink | null>(path);
  const { targets } = useEditor();
  const link = value ?? { label: "", kind: "page" as const, ref: "shop" };
  const change = (changed: Partial<StoreLink>) => set({ ...link, ...changed });
  const refs = link.kind === "address" ? [] : targets[link.kind];
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="sr-only">{label}</legend>
      <LinkField
        path={`${path}.label`}
        label={label}
        value={link.label}
        onType={(text) => change({ label: text })}
      />
      <SelectField
        label="Leads to"
        choices={kindChoices}
        value={link.kind}
        onChange={(event) => {
          const kind = event.target.value as StoreLink["kind"];
          change({ kind, ref: kind === "address" ? "https://" : (targets[kind][0]?.value ?? "") });
        }}
      />
      {link.kind === "address" ? (
        <LinkField path={`${path}.ref`} label="Address" value={link.ref} onType={(ref) => change({ ref })} />
      ) : (
        <RefField path={`${path}.ref`} choices={refs} value={link.ref} onChoose={(ref) => change({ ref })} />
      )}
    </fieldset>
  );
}

type LinkFieldProps = { path: string; label: string; value: string; onType: (text: string) => void };

function LinkField({ path, label, value, onType }: LinkFieldProps) {
  const { errors } = useEditor();
  return (
    <Field
      label={label}
      name={path}
      error={errors[path]}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

type RefFieldProps = {
  path: string;
  label?: string;
  choices: Choice[];
  value: string;
  onChoose: (ref: string) => void;
};

/** One of the link targets of a kind. */
export function RefField({ path, label = "Which one", choices, value, onChoose }: RefFieldProps) {
  const { errors } = useEditor();
  const isMissing = !choices.some((choice) => choice.value === value);
  return (
    <SelectField
      label={label}
      name={path}
      error={errors[path]}
      choices={isMissing ? [{ value, label: value === "" ? "Choose one" : "Deleted" }, ...choices] : choices}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}
