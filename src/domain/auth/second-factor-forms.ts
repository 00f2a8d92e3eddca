// The forms of two-step sign-in in User Settings.
import * as z from "zod";
import { secretField } from "../form/form-fields.ts";

const NO_CODE = "Please enter a code";
const typedCode = z.string().trim();
const password = () => secretField("Your password", "Please enter your current password");

/** Starts the setup, or makes new recovery codes. */
export const ownPasswordForm = z.object({ password: password() });

/** Ends the setup with a code of the app. */
export const firstCodeForm = z.object({ code: secretField("Code", NO_CODE, typedCode) });

/** Turns it off. */
export const turnOffForm = z.object({
  password: password(),
  code: secretField("Code from your app, or a recovery code", NO_CODE, typedCode),
});
