// The forms of two-step sign-in in User Settings.
import { data } from "react-router";
import {
  confirmSetup,
  renewRecoveryCodes,
  startSetup,
  turnOffSecondFactor,
} from "#server/auth/second-factor/second-factor.ts";
import type { Shop } from "#server/core/shop.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import {
  refusedFactor,
  refusedFactorField,
  renewedCodes,
  type SecondFactorAnswer,
  startedFactor,
  turnedOffFactor,
  turnedOnFactor,
} from "../../../admin/settings/account/second-factor-answer.ts";
import { type Asked, asksPassword, carriesPassword } from "../admin-action.ts";

export const secondFactorIntents = {
  "second-factor-start": carriesPassword(start),
  "second-factor-confirm": asksPassword(confirm),
  "second-factor-codes": carriesPassword(renew),
  "second-factor-off": carriesPassword(turnOff),
};

async function start({ shop, request, form }: Asked) {
  const password = textOf(form, "password");
  if (!password) return answer(refusedFactorField("start", { password: NO_PASSWORD }));
  const result = await startSetup(shop, request, { password, issuer: await issuerOf(shop) });
  return answer(result.ok ? startedFactor(result.setup) : refusedFactor("start", result));
}

async function confirm({ shop, request, form }: Asked) {
  const [sealed, code] = [textOf(form, "sealed"), textOf(form, "code")];
  const result = await confirmSetup(shop, request, { sealed, code, issuer: await issuerOf(shop) });
  if (result.ok) return answer(turnedOnFactor(result.recoveryCodes, result.sessionsEnded));
  if (result.reason !== "wrong_code") return answer(refusedFactor("confirm", result));
  return answer(
    code.trim()
      ? refusedFactor("confirm", result, result.setup)
      : refusedFactorField("confirm", { code: NO_CODE }, result.setup),
  );
}

async function renew({ shop, request, form }: Asked) {
  const password = textOf(form, "password");
  if (!password) return answer(refusedFactorField("codes", { password: NO_PASSWORD }));
  const result = await renewRecoveryCodes(shop, request, { password });
  return answer(result.ok ? renewedCodes(result.recoveryCodes) : refusedFactor("codes", result));
}

async function turnOff({ shop, request, form }: Asked) {
  const [password, code] = [textOf(form, "password"), textOf(form, "code")];
  if (!password || !code.trim()) {
    const errors = {
      ...(password ? {} : { password: NO_PASSWORD }),
      ...(code.trim() ? {} : { code: NO_CODE }),
    };
    return answer(refusedFactorField("off", errors));
  }
  const result = await turnOffSecondFactor(shop, request, { password, code });
  return answer(result.ok ? turnedOffFactor() : refusedFactor("off", result));
}

const NO_PASSWORD = "Please enter your current password";
const NO_CODE = "Please enter a code";

/** What the app calls this account. */
async function issuerOf(shop: Shop): Promise<string> {
  return (await loadSettings(shop)).businessInfo.storeName;
}

function answer(told: SecondFactorAnswer) {
  return data<SecondFactorAnswer>(told, { status: told.notice.tone === "error" ? 422 : 200 });
}
