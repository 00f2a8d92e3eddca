import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { oneLine } from "../text/one-line.ts";

const SOCIAL_URL_LENGTH_MAX = 300;
const message = "Enter a full address that begins with https://, or leave it blank";

const isLink = (url: string) => /^https:\/\/[^\s/]+\.[^\s/]+/i.test(url) && URL.canParse(url);

/** The link to the store's social profile; "" for none. */
export const socialForm = z.object({
  socialUrl: labeled(
    "Social profile",
    textField(z.string().max(SOCIAL_URL_LENGTH_MAX, message))
      .transform((text) => oneLine(text))
      .refine((url) => url === "" || isLink(url), message),
  ),
});
