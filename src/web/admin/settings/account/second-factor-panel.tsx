import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Setup } from "#server/auth/second-factor/second-factor.ts";
import { CopyButton } from "../../../storefront/checkout/confirmation/copy-button.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { ShieldCheck, ShieldOff } from "../../icons.tsx";
import type { SecondFactorAnswer, SecondFactorForm } from "./second-factor-answer.ts";

type PanelProps = {
  action: string;
  isOn: boolean;
  codesLeft: number;
  answer: SecondFactorAnswer | undefined;
};

const FEW_CODES = 3;

/** Two-step sign-in: off, being set up, or on. New recovery codes are shown once, right after they are made. */
export function SecondFactorPanel({ action, isOn, codesLeft, answer }: PanelProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer?.notice.tone !== "error") return;
    section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <section ref={section} aria-labelledby="two-step" className="admin-card grid gap-5 p-5 sm:p-7">
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

type PartProps = { action: string; answer: SecondFactorAnswer | undefined };

function errorsOf(answer: SecondFactorAnswer | undefined, form: SecondFactorForm) {
  return answer?.form === form ? answer.errors : {};
}

function TurnedOff({ action, answer }: PartProps) {
  return (
    <>
      <p>Sign in with your password and a code from an authenticator app on your phone.</p>
      <FactorForm action={action} intent="second-factor-start" label="Set Up">
        <PasswordField error={errorsOf(answer, "start").password} />
      </FactorForm>
    </>
  );
}

function SetupSteps({ action, setup, answer }: PartProps & { setup: Setup }) {
  const { size, path } = setup.qr;
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
      <FactorForm action={action} intent="second-factor-confirm" label="Turn On">
        <input type="hidden" name="sealed" value={setup.sealed} />
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={errorsOf(answer, "confirm").code}
          className="max-w-60"
          required
        />
        <p className="text-sm text-ink-2">Everybody else who is signed in is signed out.</p>
      </FactorForm>
    </>
  );
}

function TurnedOn({ action, codesLeft, answer }: PartProps & { codesLeft: number }) {
  return (
    <>
      <p>
        On. Signing in asks for a code from your authenticator app.{" "}
        <span className={codesLeft <= FEW_CODES ? "font-semibold text-warn" : ""}>
          {codesLeft === 1 ? "1 recovery code is left." : `${codesLeft} recovery codes are left.`}
        </span>
      </p>
      <Disclosure summary="Make new recovery codes" isOpen={isRefused(answer, "codes")}>
        <FactorForm action={action} intent="second-factor-codes" label="Make New Codes" look="secondary">
          <PasswordField error={errorsOf(answer, "codes").password} />
        </FactorForm>
      </Disclosure>
      <Disclosure summary="Turn off" isOpen={isRefused(answer, "off")}>
        <FactorForm action={action} intent="second-factor-off" label="Turn Off" look="danger">
          <PasswordField error={errorsOf(answer, "off").password} />
          <Field
            label="Code from your app, or a recovery code"
            name="code"
            autoComplete="one-time-code"
            maxLength={20}
            error={errorsOf(answer, "off").code}
            required
          />
        </FactorForm>
      </Disclosure>
    </>
  );
}

function isRefused(answer: SecondFactorAnswer | undefined, form: SecondFactorForm): boolean {
  return answer?.form === form && answer.notice.tone === "error";
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
        Each one signs you in once without your phone. Print them or write them down: they are not shown
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

function PasswordField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      error={error}
      required
    />
  );
}

type FactorFormProps = {
  action: string;
  intent: string;
  label: string;
  look?: "primary" | "secondary" | "danger";
  children: ReactNode;
};

function FactorForm({ action, intent, label, look = "primary", children }: FactorFormProps) {
  const isSaving = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" action={action} noValidate preventScrollReset className="grid gap-5">
      {children}
      <Button
        type="submit"
        name="intent"
        value={intent}
        look={look}
        pending={isSaving}
        className="justify-self-start"
      >
        {label}
      </Button>
    </Form>
  );
}
