import {
  type SettingsField,
  type SettingsSection,
  type StoreConfiguration,
  settingsFields,
  settingsForm,
  settingsFormOf,
} from "#domain/settings/settings-form.ts";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";
import { RulesPreview } from "./rules-preview.tsx";
import { BusinessPanel, HoldsPanel, ShippingPanel, TaxPanel } from "./setting-panels.tsx";
import { SectionTabs } from "./settings-tabs.tsx";

const sectionTitles: Record<SettingsSection, string> = {
  business: "Business Info",
  tax: "Tax",
  shipping: "Shipping",
  holds: "Checkout limits",
};
const panels = { business: BusinessPanel, tax: TaxPanel, shipping: ShippingPanel, holds: HoldsPanel };

export const SETTINGS_REFUSED = "Error saving settings";

type SettingsFormProps = {
  action: string;
  stored: StoreConfiguration;
  section: SettingsSection;
  onSection: (section: SettingsSection) => void;
  answer: FormAnswer | undefined;
};

/** Business info, tax, shipping and order limits: four panels of one form, shown one at a time and saved together. */
export function SettingsFormView({ action, stored, section, onSection, answer }: SettingsFormProps) {
  const form = useOwnerForm({
    ...{ schema: settingsForm, intent: "save", stored: settingsFormOf(stored), answer },
    refused: SETTINGS_REFUSED,
    // Brings the first wrong field into view, whichever panel it is in.
    onRefused: (names) => {
      const first = fieldNames.find((name) => names.includes(name));
      if (!first) return;
      onSection(settingsFields[first].section);
      requestAnimationFrame(() =>
        form.element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus(),
      );
    },
  });
  const rules = JSON.stringify(
    fieldNames.map((name) => isPriced(settingsFields[name].section) && form.typed[name]),
  );
  return (
    <OwnerForm form={form} action={action}>
      <SectionTabs section={section} wrong={sectionsOf(form.form.allErrors)} onChoose={onSection} />
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
            <Panel {...form} />
          </section>
        );
      })}
      <div hidden={!isPriced(section)}>
        <RulesPreview
          action={action}
          rules={rules}
          beside={section === "tax" ? "tax" : "shipping"}
          fieldsOf={() => (form.element.current ? new FormData(form.element.current) : null)}
        />
      </div>
      <SaveBar form={form} label="Save Settings" />
    </OwnerForm>
  );
}

const fieldNames = Object.keys(settingsFields) as SettingsField[];

/** Whether its fields change what an order costs. */
function isPriced(section: SettingsSection): boolean {
  return section === "tax" || section === "shipping";
}

function sectionsOf(errors: Record<string, string[]>): SettingsSection[] {
  return [...new Set(fieldNames.filter((name) => errors[name]).map((name) => settingsFields[name].section))];
}
