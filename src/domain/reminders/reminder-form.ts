import * as z from "zod";
import { labeled, switchField, wholeNumberField } from "../form/form-fields.ts";
import { REMINDER_HOURS } from "./reminder.ts";

const { min, max, usual } = REMINDER_HOURS;
const message = `Enter a whole number of hours from ${min} to ${max}`;

export const reminderForm = z.object({
  reminds: labeled("Offer a reminder at checkout", switchField()),
  hours: labeled("Hours after checkout started", wholeNumberField({ min, max, message })),
});

/** `hours`: after how many the email is sent; null: nobody is asked. */
export const reminderFormOf = (hours: number | null) => ({ reminds: hours !== null, hours: hours ?? usual });
