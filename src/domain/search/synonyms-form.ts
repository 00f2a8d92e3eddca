import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { parseSynonyms } from "./own-synonyms.ts";

/** The owner's own words for the same thing. */
export const synonymsForm = z.object({
  text: labeled(
    "Words that mean the same",
    textField().transform((text, context) => {
      const parsed = parseSynonyms(text);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: "custom", message: parsed.error });
      return z.NEVER;
    }),
  ),
});
