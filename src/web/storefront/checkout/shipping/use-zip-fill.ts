import { type RefObject, useRef, useState } from "react";
import { placeOfZip } from "#domain/postal-address/zip-places.ts";
import { fillsOf, type Place, placesNear } from "./zip-fill.ts";

/**
 * Fills in city and state when a ZIP code is whole. `told`: what was filled in, for those who don't see it happen;
 * `onFilled` is called with each field that got a value.
 */
export function useZipFill(form: RefObject<HTMLFormElement | null>, onFilled: (field: keyof Place) => void) {
  const filled = useRef<Place | null>(null);
  const [told, setTold] = useState("");

  async function typed() {
    const places = await placesNear(controlOf(form, "postalCode")?.value ?? "");
    // The shopper goes on typing meanwhile: what counts is what stands there now.
    const place = placeOfZip(controlOf(form, "postalCode")?.value ?? "", places);
    const city = controlOf(form, "city");
    const state = controlOf(form, "state");
    if (!place || !city || !state) return;
    const fills = fillsOf(place, { city: city.value, state: state.value }, filled.current);
    filled.current = place;
    if (fills.city !== undefined) city.value = fills.city;
    if (fills.state !== undefined) state.value = fills.state;
    for (const field of Object.keys(fills)) onFilled(field as keyof Place);
    if (Object.keys(fills).length > 0) setTold(`Filled in: ${Object.values(fills).join(", ")}`);
  }

  return { typed, told };
}

function controlOf(form: RefObject<HTMLFormElement | null>, name: string) {
  const control = form.current?.elements.namedItem(name);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : null;
}
