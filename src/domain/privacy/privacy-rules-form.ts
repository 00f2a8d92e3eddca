import * as z from "zod";
import { labeled, optionalNumberField, wholeNumberField } from "../form/form-fields.ts";
import { type PrivacyField, privacyLimits } from "./privacy-rules.ts";

const range = (field: PrivacyField, more = "") => {
  const { min, max, unit } = privacyLimits[field];
  return { min, max, message: `Enter a whole number of ${unit} from ${min} to ${max}${more}` };
};

/** Only orders may be left blank: their names stay then. */
export const privacyRulesForm = z.object({
  orderYears: labeled(
    "Names and addresses in orders (years)",
    optionalNumberField(range("orderYears", ", or leave it blank to keep them")),
  ),
  messageDays: labeled("Messages (days after you read them)", wholeNumberField(range("messageDays"))),
  checkoutDays: labeled("Unfinished checkouts (days)", wholeNumberField(range("checkoutDays"))),
  restockDays: labeled("Back-in-stock requests (days)", wholeNumberField(range("restockDays"))),
});
