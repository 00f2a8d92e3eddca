import { plainText } from "../text/typed/plain-text.ts";

/** Where a shipment can go inside the US: states, DC, territories and military mail, by postal code. */
export const usStates = [
  ["AL", "Alabama"],
  ["AK", "Alaska"],
  ["AZ", "Arizona"],
  ["AR", "Arkansas"],
  ["CA", "California"],
  ["CO", "Colorado"],
  ["CT", "Connecticut"],
  ["DE", "Delaware"],
  ["DC", "District of Columbia"],
  ["FL", "Florida"],
  ["GA", "Georgia"],
  ["HI", "Hawaii"],
  ["ID", "Idaho"],
  ["IL", "Illinois"],
  ["IN", "Indiana"],
  ["IA", "Iowa"],
  ["KS", "Kansas"],
  ["KY", "Kentucky"],
  ["LA", "Louisiana"],
  ["ME", "Maine"],
  ["MD", "Maryland"],
  ["MA", "Massachusetts"],
  ["MI", "Michigan"],
  ["MN", "Minnesota"],
  ["MS", "Mississippi"],
  ["MO", "Missouri"],
  ["MT", "Montana"],
  ["NE", "Nebraska"],
  ["NV", "Nevada"],
  ["NH", "New Hampshire"],
  ["NJ", "New Jersey"],
  ["NM", "New Mexico"],
  ["NY", "New York"],
  ["NC", "North Carolina"],
  ["ND", "North Dakota"],
  ["OH", "Ohio"],
  ["OK", "Oklahoma"],
  ["OR", "Oregon"],
  ["PA", "Pennsylvania"],
  ["RI", "Rhode Island"],
  ["SC", "South Carolina"],
  ["SD", "South Dakota"],
  ["TN", "Tennessee"],
  ["TX", "Texas"],
  ["UT", "Utah"],
  ["VT", "Vermont"],
  ["VA", "Virginia"],
  ["WA", "Washington"],
  ["WV", "West Virginia"],
  ["WI", "Wisconsin"],
  ["WY", "Wyoming"],
  ["AS", "American Samoa"],
  ["GU", "Guam"],
  ["MP", "Northern Mariana Islands"],
  ["PR", "Puerto Rico"],
  ["VI", "U.S. Virgin Islands"],
  ["AA", "Armed Forces Americas"],
  ["AE", "Armed Forces Europe"],
  ["AP", "Armed Forces Pacific"],
] as const;

/** How addresses shorten names of states, besides the postal codes: letters alone, in small ones. */
const ABBREVIATIONS = `ala AL, alas AK, ariz AZ, ark AR, cal CA, calif CA, colo CO, col CO, conn CT, del DE, fla FL, ill IL,
  ind IN, kan KS, kans KS, ken KY, mass MA, mich MI, minn MN, miss MS, mont MT, neb NE, nebr NE, nev NV, nmex NM, okla OK,
  ore OR, oreg OR, penn PA, penna PA, sdak SD, ndak ND, tenn TN, tex TX, wash WA, wva WV, wis WI, wisc WI, wyo WY,
  washingtondc DC, dcwashington DC, virginislands VI, usvi VI, commonwealthofpuertorico PR, marianaislands MP`;

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");

const byLetters = new Map<string, string>([
  ...[...ABBREVIATIONS.matchAll(/([a-z]+) ([A-Z]{2})/g)].map(
    ([, short = "", code = ""]): [string, string] => [short, code],
  ),
  ...usStates.flatMap(([code, name]): [string, string][] => [
    [lettersOf(code), code],
    [lettersOf(name), code],
  ]),
]);

/** "az", "Ariz.", "N.Y." or "Arizona" → its two letters; null for anything else. Autofill writes names as often as codes. */
export function parseUsState(text: string): string | null {
  return byLetters.get(lettersOf(plainText(text))) ?? null;
}
