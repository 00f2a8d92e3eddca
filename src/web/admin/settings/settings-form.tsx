import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { SettingsPreview } from "#domain/checkout/settings-preview.ts";
import {
  parseSettings,
  type SettingsErrors,
  type SettingsField,
  type SettingsForm,
  type SettingsSection,
  type StoreConfiguration,
  settingsFields,
  settingsFormOf,
} from "#domain/settings/settings-form.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { SaveBar } from "../forms/save-bar.tsx";
import { useUnsaved } from "../forms/unsaved.ts";
import { AnswerNote } from "../frame/answer-note.tsx";
import { showNotice } from "../frame/tell-answer.ts";
import { ChangesNote } from "./changes-note.tsx";
import { RulesPreview } from "./rules-preview.tsx";
import { BusinessPanel, HoldsPanel, ShippingPanel, TaxPanel } from "./setting-panels.tsx";
import { invalidAnswer, type SettingsAnswer } from "./settings-answer.ts";
import { SectionTabs } from "./settings-tabs.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

const sectionTitles: Record<SettingsSection, string> = {
  business: "Business Info",
  tax: "Tax",
  shipping: "Shipping",
  holds: "Checkout limits",
};

type SettingsFormProps = {
  action: string;
  stored: StoreConfiguration & { version: number };
  section: SettingsSection;
  onSection: (section: SettingsSection) => void;
  answer: SettingsAnswer | undefined;
  preview: SettingsPreview | null | undefined;
};

/** Business info, tax, shipping and order limits: four panels of one form, shown one at a time and saved together. */
export function SettingsFormView(props: SettingsFormProps) {
  const { action, stored, section, onSection, answer, preview } = props;
  const isLive = useHydrated();
  const navigation = useNavigation();
  const element = useRef<HTMLFormElement>(null);
  const state = useSettingsForm({ form: settingsFormOf(stored), version: stored.version }, answer);
  const [own, setOwn] = useState<SettingsErrors | null>(null);
  const errors = own ?? answer?.errors ?? {};
  const isSaving = navigation.state !== "idle" && navigation.formData?.get("intent") === "save";
  useUnsaved(state.isDirty, isSaving);
  useShownErrors(errors, onSection, element);
  useEffect(() => {
    if (answer) setOwn(null);
  }, [answer]);

  const submit = (event: FormEvent) => {
    const parsed = parseSettings(state.form, stored);
    if (parsed.ok) return state.keep();
    event.preventDefault();
    setOwn({ ...parsed.errors });
    showNotice(invalidAnswer(parsed.errors, state.form).notice);
  };
  const { form } = state;
  const rules = JSON.stringify(
    Object.entries(form).filter(([name]) => isPriced(settingsFields[name as SettingsField].section)),
  );
  const panel = { form, errors, onChange: state.change, isLive };
  const panels = { business: BusinessPanel, tax: TaxPanel, shipping: ShippingPanel, holds: HoldsPanel };
  return (
    <Form
      ref={element}
      method="post"
      action={action}
      noValidate
      preventScrollReset
      data-keeps-itself
      onSubmit={submit}
    >
      <SectionTabs
        section={section}
        wrong={sectionsOf(wrongStill(errors, form, stored))}
        onChoose={onSection}
      />
      {answer && !isLive && <AnswerNote notice={answer.notice} />}
      {answer && answer.changes.length > 0 && <ChangesNote changes={answer.changes} />}
      {state.wasRestored && (
        <p role="status" className="mb-5 rounded-field bg-warn-tint px-4 py-3">
          Your session had ended before these changes were saved. They are back in the form.
        </p>
      )}
      <input type="hidden" name="version" value={state.opened.version} />
      <input type="hidden" name="base" value={JSON.stringify(state.opened.form)} />
      {(Object.keys(panels) as SettingsSection[]).map((name) => {
        const Panel = panels[name];
        return (
          <section
            key={name}
            aria-label={sectionTitles[name]}
            hidden={name !== section}
            className="admin-card p-5 sm:p-7"
          >
            <h2 className="display mb-4 text-xl">{sectionTitles[name]}</h2>
            <Panel {...panel} />
          </section>
        );
      })}
      <div hidden={!isPriced(section)}>
        <RulesPreview
          action={action}
          rules={rules}
          beside={section === "tax" ? "tax" : "shipping"}
          fieldsOf={() => (element.current ? new FormData(element.current) : null)}
          started={preview}
        />
      </div>
      <SaveBar
        label="Save Settings"
        status={state.isDirty && !isSaving ? "Unsaved changes" : ""}
        statusClass="min-w-0 flex-1"
        isDirty={state.isDirty}
        isSaving={isSaving}
        onDiscard={() => {
          state.discard();
          setOwn({});
        }}
      />
    </Form>
  );
}

/** Whether its fields change what an order costs. */
function isPriced(section: SettingsSection): boolean {
  return section === "tax" || section === "shipping";
}

/** Without the errors that were mended since: a tab loses its mark together with its fields. */
function wrongStill(errors: SettingsErrors, form: SettingsForm, stored: StoreConfiguration): SettingsErrors {
  const names = Object.keys(errors);
  const parsed = names.length > 0 ? parseSettings(form, stored) : null;
  if (!parsed || parsed.ok) return {};
  return Object.fromEntries(Object.entries(parsed.errors).filter(([name]) => names.includes(name)));
}

function sectionsOf(errors: SettingsErrors): SettingsSection[] {
  const names = Object.keys(errors) as SettingsField[];
  return [...new Set(names.map((name) => settingsFields[name].section))];
}

/** Brings the first wrong field into view, whichever panel it is in. */
function useShownErrors(
  errors: SettingsErrors,
  onSection: (section: SettingsSection) => void,
  element: RefObject<HTMLFormElement | null>,
): void {
  const first = Object.keys(settingsFields).find((name) => errors[name as SettingsField]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => {
    if (!first) return;
    onSection(settingsFields[first as SettingsField].section);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  }, [errors]);
}
