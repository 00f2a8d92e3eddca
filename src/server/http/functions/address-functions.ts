// The function that helps to fill in a postal address.
import { listZipPlaces } from "../postal-places/list-zip-places.ts";
import { refuse } from "../responses.ts";
import type { ShopFunction } from "./with-body.ts";

/** The table changes with a release of the shop, and a place that is a day old fills in no wrong address. */
const KEPT = "public, max-age=86400";

/** By the first three digits: the answer is there when the last digit is typed, and the log names no ZIP code. */
export const zipPlaces: ShopFunction = async (_shop, c) => {
  const prefix = c.req.param("prefix") ?? "";
  if (!/^\d{3}$/.test(prefix))
    return refuse(c, 404, "not_found", "Ask for the first three digits of a ZIP code.");
  return c.json({ places: await listZipPlaces(prefix) }, 200, { "Cache-Control": KEPT });
};
