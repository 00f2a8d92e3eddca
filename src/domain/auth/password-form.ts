import * as z from "zod";
import { secretField } from "../form/form-fields.ts";

/** Another password for the owner. */
export const passwordForm = z
  .object({
    current: secretField("Current Password", "Please enter your current password"),
    next: secretField("New Password", "Please enter a new password"),
    repeat: secretField("Repeat New Password", "Please enter the new password again"),
  })
  .refine(({ next, repeat }) => next === repeat, {
    path: ["repeat"],
    message: "The two new passwords do not match",
  });
