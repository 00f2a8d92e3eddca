// The forms of two-step sign-in in User Settings, each named by its intent.
import { data } from "react-router";
import {
  confirmSetup,
  renewRecoveryCodes,
  startSetup,
  turnOffSecondFactor,
} from "#server/auth/second-factor.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import type { Shop } from "#server/shop.ts";
import {
  missingFactorField,
  refusedFactor,
  renewedCodes,
  type SecondFactorAnswer,
  startedFactor,
  turnedOffFactor,
  turnedOnFactor,
} from "../../admin/settings/second-factor-answer.ts";

const intents = {
  "second-factor-start": start,
  "second-factor-confirm": confirm,
  "second-factor-codes": renew,
  "second-factor-off": turnOff,
};

type Answered = ReturnType<typeof data<SecondFactorAnswer>>;

/** Null where the form is none of these. */
export async function secondFactorAction(
  shop: Shop,
  request: Request,
  form: FormData,
): Promise<Answered | null> {
  const intent = String(form.get("intent"));
  if (!Object.hasOwn(intents, intent)) return null;
  return intents[intent as keyof typeof intents](shop, request, form);
}

async function start(shop: Shop, request: Request, form: FormData): Promise<Answered> {
  const password = textOf(form, "password");
  if (!password) return answered(missingFactorField("start", { password: NO_PASSWORD }));
  const result = await startSetup(shop, request, { password, issuer: await issuerOf(shop) });
  return answered(result.ok ? startedFactor(result.setup) : refusedFactor("start", result));
}

async function confirm(shop: Shop, request: Request, form: FormData): Promise<Answered> {
  const [sealed, code] = [textOf(form, "sealed"), textOf(form, "code")];
  const result = await confirmSetup(shop, request, { sealed, code, issuer: await issuerOf(shop) });
  if (result.ok) return answered(turnedOnFactor(result.recoveryCodes, result.sessionsEnded));
  if (result.reason !== "wrong_code") return answered(refusedFactor("confirm", result));
  return answered(
    code.trim()
      ? refusedFactor("confirm", result, result.setup)
      : missingFactorField("confirm", { code: NO_CODE }, result.setup),
  );
}

async function renew(shop: Shop, request: Request, form: FormData): Promise<Answered> {
  const password = textOf(form, "password");
  if (!password) return answered(missingFactorField("codes", { password: NO_PASSWORD }));
  const result = await renewRecoveryCodes(shop, request, { password });
  return answered(result.ok ? renewedCodes(result.recoveryCodes) : refusedFactor("codes", result));
}

async function turnOff(shop: Shop, request: Request, form: FormData): Promise<Answered> {
  const [password, code] = [textOf(form, "password"), textOf(form, "code")];
  if (!password || !code.trim()) {
    const errors = {
      ...(password ? {} : { password: NO_PASSWORD }),
      ...(code.trim() ? {} : { code: NO_CODE }),
    };
    return answered(missingFactorField("off", errors));
  }
  const result = await turnOffSecondFactor(shop, request, { password, code });
  return answered(result.ok ? turnedOffFactor() : refusedFactor("off", result));
}

const NO_PASSWORD = "Please enter your current password";
const NO_CODE = "Please enter a code";

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** What the app calls this account. */
async function issuerOf(shop: Shop): Promise<string> {
  return (await loadSettings(shop)).businessInfo.storeName;
}

function answered(answer: SecondFactorAnswer): Answered {
  return data<SecondFactorAnswer>(answer, { status: answer.notice.tone === "error" ? 422 : 200 });
}
