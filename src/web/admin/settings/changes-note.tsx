import { type SettingsChange, settingsFields } from "#domain/settings/settings-form.ts";
import { TriangleAlert } from "../../ui/icons.tsx";

/** Shows the second of two tabs what the first one saved, and which of it the form has. */
export function ChangesNote({ changes }: { changes: SettingsChange[] }) {
  return (
    <section role="alert" className="mb-5 grid gap-3 rounded-field bg-warn-tint p-5">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 flex-none text-warn" />
        These settings were changed in another tab
      </h2>
      <p>Nothing was saved yet. Check the form and save again.</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        {changes.map(({ field, before, now, typed }) => (
          <li key={field} className="wrap-anywhere whitespace-pre-line">
            <strong>{settingsFields[field].label}</strong>: it was “{before}”, now it is “{now}”.{" "}
            {typed === null
              ? "The form has the new value."
              : `You typed “${typed}”, which is still in the form.`}
          </li>
        ))}
      </ul>
    </section>
  );
}
