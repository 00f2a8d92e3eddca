// An owner in the back office whose actions are counted: each press, each field that is filled in, chosen, or ticked, and
// each file.
import type { Locator, Page } from "playwright-core";
import type { PictureFile } from "./product-form.ts";

type Within = Page | Locator;
export type CountedOwner = ReturnType<typeof countedOwner>;

export function countedOwner(page: Page) {
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  const press = (what: Locator) => act(what.click());
  /** By its whole label, with or without the note that it is optional, or by a pattern. */
  const field = (label: string | RegExp, within: Within = page) =>
    typeof label === "string"
      ? within
          .getByLabel(label, { exact: true })
          .or(within.getByLabel(`${label} (Optional)`, { exact: true }))
      : within.getByLabel(label);
  const link = (name: string, within: Within = page) => within.getByRole("link", { name, exact: true });
  return {
    page,
    field,
    count: () => actions,
    press,
    pressButton: (name: string, within: Within = page) =>
      press(within.getByRole("button", { name, exact: true })),
    pressLink: (name: string, within?: Within) => press(link(name, within)),
    /** To a place of the navigation. */
    openPlace: async (place: string) => {
      const way = link(place, page.getByRole("navigation", { name: "Admin" }));
      await press(way);
      await way.and(page.locator("[aria-current]")).waitFor();
    },
    /** To another page of the place. */
    openTab: async (place: string, tab: string) => {
      const way = link(tab, page.getByRole("navigation", { name: place, exact: true }));
      await press(way);
      await way.and(page.locator("[aria-current]")).waitFor();
    },
    fill: (label: string, text: string, within?: Within) => act(field(label, within).fill(text)),
    choose: (label: string | RegExp, choice: string, within?: Within) =>
      act(field(label, within).selectOption({ label: choice })),
    tick: (label: string, isOn: boolean, within?: Within) => act(field(label, within).setChecked(isOn)),
    give: (label: string, files: PictureFile | PictureFile[], within?: Within) =>
      act(field(label, within).and(page.locator("[type=file]")).setInputFiles(files)),
  };
}
