import * as z from "zod";
import { labeled, wholeNumberField } from "../form/form-fields.ts";
import { BACKUP_DAYS_MAX, BACKUP_WEEKS_MAX } from "./backup.ts";

const between = (unit: string, min: number, max: number) =>
  wholeNumberField({ min, max, message: `Enter a whole number of ${unit} from ${min} to ${max}` });

export const backupRulesForm = z.object({
  days: labeled("Every backup (days)", between("days", 1, BACKUP_DAYS_MAX)),
  weeks: labeled("One per week (weeks)", between("weeks", 0, BACKUP_WEEKS_MAX)),
});
