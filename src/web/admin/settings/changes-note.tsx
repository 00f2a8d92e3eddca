import { type SettingsChange, settingsFields } from "#domain/settings/settings-form.ts";
import { TriangleAlert } from "../../ui/icons.tsx";

/** Shows the second of two editors what the first one saved, and whether this form has taken it over. */
export function ChangesNote({ changes }: { changes: SettingsChange[] }) {
  return (
    <section role="alert" className="mb-5 grid gap-3 rounded-field bg-warn-tint p-5">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 flex-none text-warn" />
        Somebody else has changed these settings meanwhile
      </h2>
      <p>Nothing is saved yet. Check the form and save again.</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        {changes.map(({ field, before, now, typed }) => (
          <li key={field} className="wrap-anywhere whitespace-pre-line">
            <strong>{settingsFields[field].label}</strong>: it was “{before}”, now it is “{now}”.{" "}
            {typed === null ? "This form has taken it over." : `You typed “${typed}”, which is still here.`}
          </li>
        ))}
      </ul>
    </section>
  );
}
