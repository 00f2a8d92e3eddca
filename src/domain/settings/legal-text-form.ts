import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { LEGAL_TEXT_MAX, tidy } from "./legal-text.ts";

/** The owner's own text of a legal page. */
export const legalTextForm = z.object({
  text: labeled(
    "Text of the page",
    textField(z.string().max(LEGAL_TEXT_MAX, "Use at most 20,000 characters"))
      .transform(tidy)
      .refine((text) => text !== "", "Please enter a text, or restore the default"),
  ),
});
