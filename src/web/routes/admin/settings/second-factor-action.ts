// The forms of two-step sign-in in User Settings.
import { data } from "react-router";
import { firstCodeForm, ownPasswordForm, turnOffForm } from "#domain/auth/second-factor-forms.ts";
import type { FormSchema } from "#domain/form/form-fields.ts";
import { readForm } from "#domain/form/form-saved.ts";
import {
  confirmSetup,
  renewRecoveryCodes,
  type Setup,
  startSetup,
  turnOffSecondFactor,
} from "#server/auth/second-factor/second-factor.ts";
import type { Shop } from "#server/core/shop.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { answerAnew, answerForm, type FormAnswer } from "../../../admin/forms/form-outcome.ts";
import { success } from "../../../admin/frame/notices.ts";
import { factorErrors, othersText } from "../../../admin/settings/account/account-texts.ts";
import { type Asked, asksPassword, carriesPassword } from "../admin-action.ts";

/** `setup`: what the page shows; its `sealed` is sent back with the code. `recoveryCodes`: shown once and stored nowhere. */
export type FactorAnswer = FormAnswer & { setup?: Setup; recoveryCodes?: string[] };

export const secondFactorIntents = {
  "second-factor-start": carriesPassword(start),
  "second-factor-confirm": asksPassword(confirm),
  "second-factor-codes": carriesPassword(renew),
  "second-factor-off": carriesPassword(turnOff),
};

const START = "Two-step sign-in not set up";
const CONFIRM = "Two-step sign-in is still off";
const RENEW = "No new recovery codes made";
const TURN_OFF = "Two-step sign-in is still on";

async function start({ shop, request, form, fields }: Asked) {
  const read = readForm(ownPasswordForm, fields);
  if (!read.ok) return answerForm(form, ownPasswordForm, read, { refused: START });
  const result = await startSetup(shop, request, { ...read.value, issuer: await issuerOf(shop) });
  if (!result.ok) return refuse(form, ownPasswordForm, START, result);
  const notice = success("Set up your app", "Scan the QR code, then enter the code that the app shows.");
  return withPart(answerAnew("second-factor-start", notice, {}), { setup: result.setup });
}

async function confirm({ shop, request, form, fields, text }: Asked) {
  const read = readForm(firstCodeForm, fields);
  const typed = { sealed: text("sealed"), code: read.ok ? read.value.code : "" };
  const result = await confirmSetup(shop, request, { ...typed, issuer: await issuerOf(shop) });
  if (!result.ok) {
    const setup = result.reason === "wrong_code" ? { setup: result.setup } : {};
    if (!read.ok) return withPart(answerForm(form, firstCodeForm, read, { refused: CONFIRM }), setup);
    return withPart(refuse(form, firstCodeForm, CONFIRM, result), setup);
  }
  const { recoveryCodes, sessionsEnded } = result;
  const ended = sessionsEnded === 0 ? "" : ` ${othersText(sessionsEnded)} ended.`;
  const notice = success("Two-step sign-in is on", `Keep your recovery codes safe.${ended}`);
  return withPart(answerAnew("second-factor-confirm", notice, {}), { recoveryCodes });
}

async function renew({ shop, request, form, fields }: Asked) {
  const read = readForm(ownPasswordForm, fields);
  if (!read.ok) return answerForm(form, ownPasswordForm, read, { refused: RENEW });
  const result = await renewRecoveryCodes(shop, request, read.value);
  if (!result.ok) return refuse(form, ownPasswordForm, RENEW, result);
  const { recoveryCodes } = result;
  const notice = success("New recovery codes made", "The old ones no longer work.");
  return withPart(answerAnew("second-factor-codes", notice, { password: "" }), { recoveryCodes });
}

async function turnOff({ shop, request, form, fields }: Asked) {
  const read = readForm(turnOffForm, fields);
  if (!read.ok) return answerForm(form, turnOffForm, read, { refused: TURN_OFF });
  const result = await turnOffSecondFactor(shop, request, read.value);
  if (!result.ok) return refuse(form, turnOffForm, TURN_OFF, result);
  const notice = success("Two-step sign-in is off", "Your password alone signs you in now.");
  return answerAnew("second-factor-off", notice, {});
}

function refuse(
  form: FormData,
  schema: FormSchema,
  refused: string,
  refusal: Parameters<typeof factorErrors>[0],
) {
  const errors = factorErrors(refusal);
  return answerForm(form, schema, { ok: false, reason: "invalid", errors }, { refused });
}

function withPart(
  { data: answer, init }: ReturnType<typeof answerForm>,
  part: Pick<FactorAnswer, "setup" | "recoveryCodes">,
) {
  return data<FactorAnswer>({ ...answer, ...part }, init ?? undefined);
}

/** What the app calls this account. */
async function issuerOf(shop: Shop): Promise<string> {
  return (await loadSettings(shop)).businessInfo.storeName;
}
