import { useState } from "react";
import { partLabels } from "#domain/brand/form/part-words.ts";
import { blankLink, linkKinds, type StoreLink } from "#domain/brand/menu.ts";
import { type BrandPicture, drawingOf, type Focus, focuses } from "#domain/brand/picture.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { pictureTypes } from "#domain/product/image-upload.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field, FieldFrame, TextAreaField } from "../../ui/form/field.tsx";
import type { Choice } from "../../ui/form/select.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { CheckField } from "../forms/check-field.tsx";
import { uploadOne } from "../products/form/pictures/use-image-uploads.ts";
import { useAt, useEditor } from "./part-editor.tsx";

/** Without a label: the usual one of the field. */
type AtProps = { path: string; label?: string; hint?: string; optional?: boolean; className?: string };

export function TextAt({ path, type, ...texts }: AtProps & { type?: "date" | "url" }) {
  const { value, label, error, set } = useAt<string>(path);
  return (
    <Field
      {...{ label, error, ...texts }}
      type={type ?? "text"}
      data-path={path}
      value={value ?? ""}
      onChange={(event) => set(event.target.value)}
    />
  );
}

export function AreaAt({ path, rows = 3, ...texts }: AtProps & { rows?: number }) {
  const { value, label, error, set } = useAt<string>(path);
  return (
    <TextAreaField
      {...{ label, error, ...texts }}
      data-path={path}
      rows={rows}
      value={value ?? ""}
      onChange={(event) => set(event.target.value)}
    />
  );
}

export function SwitchAt({ path, hint }: AtProps) {
  const { id, value, label, set } = useAt<boolean>(path);
  return (
    <CheckField
      {...{ id, label, hint }}
      data-path={path}
      checked={value === true}
      onChange={(event) => set(event.target.checked)}
    />
  );
}

export function ChoiceAt({ path, choices, ...texts }: AtProps & { choices: readonly Choice[] }) {
  const { value, label, error, set } = useAt<string | number>(path);
  return (
    <SelectField
      {...{ label, error, ...texts }}
      data-path={path}
      choices={choices}
      value={String(value ?? "")}
      onChange={(event) => set(typeof value === "number" ? Number(event.target.value) : event.target.value)}
    />
  );
}

export function ColorAt({ path, ...texts }: AtProps) {
  const { value, label, error, set } = useAt<string>(path);
  const nearest = /#[0-9a-f]{6}$/.exec(error ?? "")?.[0];
  return (
    <FieldFrame {...{ label, error, ...texts }}>
      {(binding) => (
        <span className="flex items-center gap-2">
          <input
            {...binding}
            type="color"
            data-path={path}
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

type PictureAtProps = AtProps & {
  hasFocus?: boolean;
  /** The value without a picture of the owner's. */
  empty?: BrandPicture | null;
};

/** A picture that is uploaded right away, with its description. */
export function PictureAt({ path, hint, hasFocus = true, empty = null }: PictureAtProps) {
  const { value, label, set } = useAt<BrandPicture | null>(path);
  const { error } = useAt(`${path}.url`);
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
      <FieldFrame label={label} hint={hint ?? pictureTypes.names} error={problem ?? error}>
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
              accept={pictureTypes.accept}
              disabled={isBusy}
              onChange={(event) => void upload(event.target.files?.[0])}
              className="input max-w-sm"
            />
            {own && (
              <Button look="quiet" size="small" onClick={() => set(empty)}>
                Remove
              </Button>
            )}
          </span>
        )}
      </FieldFrame>
      {own && <TextAt path={`${path}.alt`} />}
      {own && hasFocus && <ChoiceAt path={`${path}.focus`} choices={focusChoices} className="max-w-xs" />}
    </fieldset>
  );
}

const kindChoices = Object.entries(linkKinds).map(([value, label]) => ({ value, label }));

/** The label and the target of a link. An empty label: no link. */
export function LinkAt({ path, ...texts }: AtProps) {
  const { value, label, set } = useAt<StoreLink | null>(path);
  const { targets } = useEditor();
  const link = { ...blankLink, ...value };
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="sr-only">{texts.label ?? label}</legend>
      <TextAt path={`${path}.label`} label={label} {...texts} />
      <SelectField
        label={partLabels.kind}
        data-path={`${path}.kind`}
        choices={kindChoices}
        value={link.kind}
        onChange={(event) => {
          const kind = event.target.value as StoreLink["kind"];
          const ref = kind === "address" ? "https://" : (targets[kind][0]?.value ?? "");
          set({ ...link, kind, ref });
        }}
      />
      {link.kind === "address" ? (
        <TextAt path={`${path}.ref`} label="Address" />
      ) : (
        <RefAt path={`${path}.ref`} choices={targets[link.kind]} />
      )}
    </fieldset>
  );
}

type RefAtProps = { path: string; choices: Choice[] };

/** One of the link targets of a kind. */
export function RefAt({ path, choices }: RefAtProps) {
  const { value = blankLink.ref, label, error, set } = useAt<string | undefined>(path);
  const isMissing = !choices.some((choice) => choice.value === value);
  return (
    <SelectField
      {...{ label, error }}
      data-path={path}
      choices={isMissing ? [{ value, label: value === "" ? "Choose one" : "Deleted" }, ...choices] : choices}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}
