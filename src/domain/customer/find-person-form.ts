import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { isEmail, readEmail } from "../text/typed/email.ts";

export const findPersonForm = z.object({
  email: labeled(
    "Email address",
    textField()
      .transform((text) => readEmail(text))
      .refine(isEmail, "Please enter a valid email"),
  ),
});
