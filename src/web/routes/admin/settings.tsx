import { useState } from "react";
import { data, href, useLocation } from "react-router";
import { type SettingsField, settingsFields } from "#domain/settings-form.ts";
import { IMAGE_BYTES_MAX, type ImageRefusal } from "#server/files/product-images.ts";
import { errorText } from "#server/log.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { previewRules } from "#server/settings/preview-rules.ts";
import { removeLogo, saveLogo } from "#server/settings/save-logo.ts";
import { saveSettings } from "#server/settings/save-settings.ts";
import type { Shop } from "#server/shop.ts";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { readForm } from "../../admin/posted-body.ts";
import { type LogoAnswer, LogoForm } from "../../admin/settings/logo-form.tsx";
import type { PreviewAnswer } from "../../admin/settings/rules-preview.tsx";
import {
  changedAnswer,
  invalidAnswer,
  type SettingsAnswer,
  savedAnswer,
  unexpectedAnswer,
} from "../../admin/settings/settings-answer.ts";
import { SettingsFormView } from "../../admin/settings/settings-form.tsx";
import { SettingsFrame } from "../../admin/settings/settings-frame.tsx";
import { parseSection } from "../../admin/settings/store-tabs.tsx";
import { tellingOf } from "../../admin/tell-answer.ts";
import { useAnswerToast } from "../../admin/use-notice-toasts.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/settings";
import "../../admin/settings/settings.css";

export const headers = privatePage;

/** A logo and its form around it. */
const BODY_BYTES_MAX = IMAGE_BYTES_MAX + 64 * 1024;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Settings",
    description: "The store's settings.",
    path: "/admin/settings",
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  const { settings, profile, version } = await loadConfiguration(shopOf(context));
  return { settings, profile, version };
}

/** 'Save Settings', what the typed rules would have meant, and the logo. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor } = adminOf(context);
  const shop = shopOf(context);
  const form = await readForm(request, BODY_BYTES_MAX);
  if (!form) return data<LogoAnswer>(logoRefusal("too_large"), { status: 413 });
  const intent = form.get("intent");
  if (intent === "logo" || intent === "remove-logo") return changeLogo(shop, actor, form, intent);
  const fields = Object.fromEntries(form);
  if (intent === "preview") {
    return data<PreviewAnswer>({ kind: "preview", preview: await previewRules(shop, { fields }) });
  }
  return save(shop, actor, fields);
}

async function save(shop: Shop, actor: string, fields: Record<string, unknown>) {
  try {
    const { base } = fields;
    const result = await saveSettings(shop, { actor, fields, version: Number(fields.version), base });
    if (result.ok) return data<SettingsAnswer>(savedAnswer());
    return result.reason === "invalid"
      ? data<SettingsAnswer>(invalidAnswer(result.errors, result.form), { status: 422 })
      : data<SettingsAnswer>(changedAnswer(result.changes, result.form), { status: 409 });
  } catch (error) {
    shop.log.error("settings.save_failed", { error: errorText(error) });
    return data<SettingsAnswer>(unexpectedAnswer(null), { status: 500 });
  }
}

async function changeLogo(shop: Shop, actor: string, form: FormData, intent: "logo" | "remove-logo") {
  if (intent === "remove-logo") {
    await removeLogo(shop, { actor });
    return data<LogoAnswer>({ kind: "logo", notice: { tone: "success", title: "Logo removed" } });
  }
  const file = form.get("logo");
  if (!(file instanceof File) || file.size === 0) {
    return data<LogoAnswer>(logoRefusal("none"), { status: 422 });
  }
  const result = await saveLogo(shop, { actor, bytes: new Uint8Array(await file.arrayBuffer()) });
  if (!result.ok) return data<LogoAnswer>(logoRefusal(result.reason), { status: 422 });
  return data<LogoAnswer>({ kind: "logo", notice: { tone: "success", title: "Logo saved" } });
}

function logoRefusal(reason: ImageRefusal | "none"): LogoAnswer {
  const reasons: Record<ImageRefusal | "none", string> = {
    none: "Please choose a picture file first.",
    not_an_image: "This is not an image file.",
    too_large: "The file exceeds the 2MB file size limit.",
    too_many_pixels: "The picture has too many pixels.",
    corrupt: "The picture is damaged.",
  };
  return {
    kind: "logo",
    notice: { tone: "error", title: "Failed to upload logo", description: reasons[reason] },
  };
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const answer = actionData?.kind === "saved" ? actionData : undefined;
  const wrong = Object.keys(answer?.errors ?? {})[0] as SettingsField | undefined;
  const [section, setSection] = useState(
    wrong ? settingsFields[wrong].section : parseSection(new URLSearchParams(search).get("section")),
  );
  useAnswerToast(answer);
  const path = href("/admin/settings");
  const { businessInfo } = loaderData.settings;
  return (
    <SettingsFrame>
      <SettingsFormView
        action={`${path}?section=${section}`}
        stored={loaderData}
        section={section}
        onSection={setSection}
        answer={answer}
        preview={actionData?.kind === "preview" ? actionData.preview : undefined}
      />
      <div hidden={section !== "business"}>
        <LogoForm
          action={path}
          logoUrl={businessInfo.logoUrl}
          storeName={businessInfo.storeName}
          started={actionData?.kind === "logo" ? actionData : undefined}
        />
      </div>
    </SettingsFrame>
  );
}

export function ErrorBoundary() {
  return (
    <SettingsFrame>
      <LoadFailure message="Failed to load settings" />
    </SettingsFrame>
  );
}
