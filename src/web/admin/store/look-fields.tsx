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
  const { value: look, set } = useAt<Look>("");
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
        <PictureAt path="logo" label="Logo" hasFocus={false} />
        <PictureAt
          path="logoOnDark"
          label="Logo for dark backgrounds"
          hint="For the footer and emails. Without it, emails show the logo on white."
          hasFocus={false}
        />
        <SwitchAt path="logoReplacesName" label="Show the logo instead of the name" />
        <ChoiceAt path="mark" label="Without a logo" choices={marks} className="max-w-md" />
      </section>
      <section className="admin-card grid gap-5 p-5 sm:p-7">
        <h2 className="display text-xl">Colors and type</h2>
        <div className="grid gap-5 sm:grid-cols-3">
          <ColorAt path="colors.brand" label="Brand" hint="Buttons and footer" />
          <ColorAt path="colors.accent" label="Accent" hint="Sale prices and highlights" />
          <ColorAt path="colors.paper" label="Background" hint="Light" />
        </div>
        <ChoiceAt path="fonts" label="Fonts" choices={fonts} className="max-w-md" />
        <ChoiceAt path="radius" label="Corners" choices={corners} className="max-w-md" />
      </section>
      <section className="admin-card grid gap-5 p-5 sm:p-7">
        <h2 className="display text-xl">Pictures</h2>
        <PictureAt
          path="contactPicture"
          label="Picture on the contact page"
          empty={defaultBrand.look.contactPicture}
        />
        <SwitchAt
          path="hasDrawings"
          label="Show the golf drawings"
          hint="Where you have no picture of your own"
        />
      </section>
    </>
  );
}
