// The two steps of signing in.
import * as z from "zod";
import { labeled, secretField, textField } from "../form/form-fields.ts";

export const signInForm = z.object({
  email: labeled("Email", textField(z.string().trim().min(1, "Email is required"))),
  password: secretField("Password", "Password is required"),
});

/** A code of the authenticator app, or a recovery code. */
export const codeForm = z.object({ code: secretField("Code", "Code is required", z.string().trim()) });
