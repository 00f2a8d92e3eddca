import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { ADDRESS_LENGTH_MAX } from "./redirect.ts";

const address = () => textField(z.string().max(ADDRESS_LENGTH_MAX, "This address is too long."));

/** A new redirect. What may stand there depends on the shop's own address: parseRedirect. */
export const redirectForm = z.object({
  from: labeled("Old address", address()),
  to: labeled("New address", address()),
});
