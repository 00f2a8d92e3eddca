import type { ReactNode } from "react";
import { firstCodeForm, ownPasswordForm, turnOffForm } from "#domain/auth/second-factor-forms.ts";
import { blankForm, type FormSchema } from "#domain/form/form-fields.ts";
import type { Setup } from "#server/auth/second-factor/second-factor.ts";
import { CopyButton } from "../../../storefront/checkout/confirmation/copy-button.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";
import { ShieldCheck, ShieldOff } from "../../icons.tsx";

type PanelProps = {
  action: string;
  isOn: boolean;
  codesLeft: number;
  /** `setup`: a setup is under way. `recoveryCodes`: shown once, right after they were made. */
  answer: (FormAnswer & { setup?: Setup; recoveryCodes?: string[] }) | undefined;
};

const FEW_CODES = 3;

/** Two-step sign-in: off, being set up, or on. */
export function SecondFactorPanel({ action, isOn, codesLeft, answer }: PanelProps) {
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <section aria-labelledby="two-step" className="admin-card grid gap-5 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="two-step" className="display text-xl">
          Two-Step Sign-In
        </h2>
        <p className={`flex items-center gap-1.5 font-semibold ${isOn ? "text-ok" : "text-ink-2"}`}>
          <Icon aria-hidden="true" className="size-5 flex-none" />
          {isOn ? "On" : "Off"}
        </p>
      </div>
      {answer?.recoveryCodes && <RecoveryCodes codes={answer.recoveryCodes} />}
      {isOn ? (
        <TurnedOn {...{ action, codesLeft, answer }} />
      ) : answer?.setup ? (
        <SetupSteps action={action} setup={answer.setup} answer={answer} />
      ) : (
        <TurnedOff action={action} answer={answer} />
      )}
    </section>
  );
}

type PartProps = Pick<PanelProps, "action" | "answer">;

function TurnedOff({ action, answer }: PartProps) {
  const form = useFactorForm(ownPasswordForm, "second-factor-start", answer);
  return (
    <>
      <p>Sign in with your password and a code from an authenticator app on your phone.</p>
      <OwnerForm form={form} action={action} className="grid gap-5">
        <Field {...form.field("password")} type="password" autoComplete="current-password" required />
        <Submit label="Set Up" isPending={form.isSaving} />
      </OwnerForm>
    </>
  );
}

/** Password and code are quickly typed again, so nothing is asked before the page is left. */
function useFactorForm<Schema extends FormSchema>(
  schema: Schema,
  intent: string,
  answer: FormAnswer | undefined,
) {
  return useOwnerForm({ schema, intent, stored: blankForm(schema), answer, isGuarded: false });
}

function SetupSteps({ action, setup, answer }: PartProps & { setup: Setup }) {
  const { size, path } = setup.qr;
  const form = useFactorForm(firstCodeForm, "second-factor-confirm", answer);
  return (
    <>
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          <p>Scan this with an authenticator app.</p>
          <svg
            role="img"
            aria-label="QR code for your authenticator app"
            viewBox={`0 0 ${size} ${size}`}
            className="my-3 w-52 max-w-full rounded-field border border-line forced-color-adjust-none"
            shapeRendering="crispEdges"
          >
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
          </svg>
          <p className="text-sm text-ink-2">
            Can't scan it? Type this key into the app:{" "}
            <code className="numerals font-semibold wrap-anywhere text-ink">
              {setup.secret.match(/.{1,4}/g)?.join(" ")}
            </code>{" "}
            <CopyButton text={setup.secret} label="Copy the key" />
          </p>
        </li>
        <li>Enter the code that the app shows now.</li>
      </ol>
      <OwnerForm form={form} action={action} className="grid gap-5">
        <input type="hidden" name="sealed" value={setup.sealed} />
        <Field
          {...form.field("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          className="max-w-60"
          required
        />
        <p className="text-sm text-ink-2">All other sessions are signed out.</p>
        <Submit label="Turn On" isPending={form.isSaving} />
      </OwnerForm>
    </>
  );
}

function TurnedOn({ action, codesLeft, answer }: PartProps & { codesLeft: number }) {
  const codes = useFactorForm(ownPasswordForm, "second-factor-codes", answer);
  const off = useFactorForm(turnOffForm, "second-factor-off", answer);
  return (
    <>
      <p>
        On. Signing in asks for a code from your authenticator app.{" "}
        <span className={codesLeft <= FEW_CODES ? "font-semibold text-warn" : ""}>
          {codesLeft === 1 ? "1 recovery code is left." : `${codesLeft} recovery codes are left.`}
        </span>
      </p>
      <Disclosure summary="Make new recovery codes" isOpen={codes.refusal !== undefined}>
        <OwnerForm form={codes} action={action} className="grid gap-5">
          <Field {...codes.field("password")} type="password" autoComplete="current-password" required />
          <Submit label="Make New Codes" look="secondary" isPending={codes.isSaving} />
        </OwnerForm>
      </Disclosure>
      <Disclosure summary="Turn off" isOpen={off.refusal !== undefined}>
        <OwnerForm form={off} action={action} className="grid gap-5">
          <Field {...off.field("password")} type="password" autoComplete="current-password" required />
          <Field {...off.field("code")} autoComplete="one-time-code" maxLength={20} required />
          <Submit label="Turn Off" look="danger" isPending={off.isSaving} />
        </OwnerForm>
      </Disclosure>
    </>
  );
}

function Disclosure(props: { summary: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="disclosure border-t border-line pt-4" open={props.isOpen || undefined}>
      <summary className="min-h-6">{props.summary}</summary>
      <div className="mt-4">{props.children}</div>
    </details>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <section aria-labelledby="recovery-codes" className="grid gap-3 rounded-field bg-warn-tint p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="recovery-codes" className="font-semibold">
          Your recovery codes
        </h3>
        <CopyButton text={codes.join("\n")} label="Copy the recovery codes" />
      </div>
      <p>
        Each code signs you in once without your phone. Print them or write them down now. They are not shown
        again.
      </p>
      <ol className="numerals grid list-none gap-x-6 gap-y-1 font-mono text-lg grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </section>
  );
}

type SubmitProps = { label: string; look?: "primary" | "secondary" | "danger"; isPending: boolean };

function Submit({ label, look = "primary", isPending }: SubmitProps) {
  return (
    <Button type="submit" look={look} pending={isPending} className="justify-self-start">
      {label}
    </Button>
  );
}
