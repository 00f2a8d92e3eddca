import { defaultBrand } from "#domain/brand/default-brand.ts";
import { fontSets, type Look, presets, radii } from "#domain/brand/look.ts";
import { Button } from "../../ui/form/button.tsx";
import { useAt } from "./part-editor.tsx";
import { ChoiceAt, ColorAt, PictureAt, SwitchAt } from "./part-fields.tsx";

const fonts = Object.entries(fontSets).map(([value, { label }]) => ({ value, label }));
const corners = Object.entries(radii).map(([value, label]) => ({ value, label }));
const marks = [
  { value: "wordmark", label: "Name" },
  { value: "crest", label: "Round crest and name" },
];

export function LookFields() {
  const { value: look, set } = useAt<Look>("look");
  return (
    <>
      <section className="admin-card grid gap-4 p-5 sm:p-7">
        <h2 className="display text-xl">Presets</h2>
        <div className="flex flex-wrap gap-2">
          {Object.entries(presets).map(([name, { label, ...preset }]) => (
            <Button key={name} look="secondary" onClick={() => set({ ...look, ...preset })}>
              {label}
            </Button>
          ))}
        </div>
      </section>
      <section className="admin-card grid gap-5 p-5 sm:p-7">
        <h2 className="display text-xl">Logo</h2>
        <PictureAt path="look.logo" hasFocus={false} />
        <PictureAt
          path="look.logoOnDark"
          hint="For the footer and emails. Without it, emails show the logo on white."
          hasFocus={false}
        />
        <SwitchAt path="look.logoReplacesName" />
        <ChoiceAt path="look.mark" choices={marks} className="max-w-md" />
      </section>
      <section className="admin-card grid gap-5 p-5 sm:p-7">
        <h2 className="display text-xl">Colors and type</h2>
        <div className="grid gap-5 sm:grid-cols-3">
          <ColorAt path="look.colors.brand" hint="Buttons and footer" />
          <ColorAt path="look.colors.accent" hint="Sale prices and highlights" />
          <ColorAt path="look.colors.paper" hint="Light" />
        </div>
        <ChoiceAt path="look.fonts" choices={fonts} className="max-w-md" />
        <ChoiceAt path="look.radius" choices={corners} className="max-w-md" />
      </section>
      <section className="admin-card grid gap-5 p-5 sm:p-7">
        <h2 className="display text-xl">Pictures</h2>
        <PictureAt path="look.contactPicture" empty={defaultBrand.look.contactPicture} />
        <SwitchAt path="look.hasDrawings" hint="Used where you haven't added a picture." />
      </section>
    </>
  );
}
