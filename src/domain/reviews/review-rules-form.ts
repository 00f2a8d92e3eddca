import * as z from "zod";
import { labeled, switchField, wholeNumberField } from "../form/form-fields.ts";
import { ASK_DAYS_MAX } from "./review-search.ts";

const message = `Enter a whole number of days from 1 to ${ASK_DAYS_MAX}`;

export const reviewRulesForm = z.object({
  asks: labeled("Ask customers for a review", switchField()),
  afterDays: labeled("Days after delivery", wholeNumberField({ min: 1, max: ASK_DAYS_MAX, message })),
});
