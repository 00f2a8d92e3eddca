import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";

/** Erases a customer's personal data. Whether it is their email, only the server knows. */
export const eraseForm = z.object({ typed: labeled("Type their email address to confirm", textField()) });
