import * as z from "zod";
import { labeled, wholeNumberField } from "../form/form-fields.ts";
import { LOW_LEVEL_MAX } from "./inventory.ts";

const message = `Enter a whole number from 0 to ${LOW_LEVEL_MAX}`;

/** The number of units at which a size is low. */
export const lowLevelForm = z.object({
  level: labeled(
    "Low stock level (units per size)",
    wholeNumberField({ min: 0, max: LOW_LEVEL_MAX, message }),
  ),
});
