import { type RefObject, useRef, useState } from "react";
import { placeOfZip } from "#domain/postal-address/zip-code.ts";
import { fillsOf, type Place, placesNear } from "./zip-fill.ts";

/**
 * Fills in city and state when a ZIP code is whole, and takes them back with it. `told`: what was filled in, for those who
 * don't see it happen; `onFilled` is called with each field that got a value or lost it.
 */
export function useZipFill(form: RefObject<HTMLFormElement | null>, onFilled: (field: keyof Place) => void) {
  const filled = useRef<Partial<Place>>({});
  const [told, setTold] = useState("");
  const zip = () => controlOf(form, "postalCode")?.value ?? "";

  function fill(place: Place) {
    const city = controlOf(form, "city");
    const state = controlOf(form, "state");
    if (!city || !state) return;
    const fills = fillsOf(place, { city: city.value, state: state.value }, filled.current);
    // What the shopper typed is theirs, also where it is the same.
    filled.current = { ...filled.current, ...fills };
    city.value = fills.city ?? city.value;
    state.value = fills.state ?? state.value;
    for (const field of Object.keys(fills)) onFilled(field as keyof Place);
    const said = Object.values(fills).filter(Boolean).join(", ");
    if (said) setTold(`Filled in: ${said}`);
  }

  async function typed() {
    // An address that is sent before the answer must not have the place of another ZIP code.
    fill({ city: "", state: "" });
    const places = await placesNear(zip());
    // The shopper keeps typing in the meantime: the current value counts.
    const place = placeOfZip(zip(), places);
    if (place) fill(place);
  }

  return { typed, told };
}

function controlOf(form: RefObject<HTMLFormElement | null>, name: string) {
  const control = form.current?.elements.namedItem(name);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : null;
}
