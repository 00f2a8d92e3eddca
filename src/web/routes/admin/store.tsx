// What shoppers see of the store: its logo, the product at the top of the home page, legal pages, and the social link.
import { data, href } from "react-router";
import { legalPages } from "#domain/settings/legal-text.ts";
import { socialForm } from "#domain/settings/social-form.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { IMAGE_BYTES_MAX, type ImageRefusal } from "#server/files/pictures/picture-sizes.ts";
import { chooseHero, loadHeroChoices } from "#server/products/hero-product.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { removeLogo, saveLogo } from "#server/settings/save-logo.ts";
import { saveSocialLink } from "#server/settings/save-social-link.ts";
import { answerForm, formAnswerIn } from "../../admin/forms/form-answer.ts";
import { valuesIn } from "../../admin/forms/form-values.ts";
import { textOf } from "../../admin/forms/posted-body.ts";
import { adminMeta, failedPage } from "../../admin/frame/admin-page.tsx";
import { failure, success } from "../../admin/frame/notices.ts";
import { PageTitle } from "../../admin/frame/page-title.tsx";
import { tellingOf } from "../../admin/frame/tell-answer.ts";
import { heroAnswer } from "../../admin/products/list/list-answer.ts";
import { HeroCard } from "../../admin/store/hero-card.tsx";
import { LegalPagesCard } from "../../admin/store/legal-pages-card.tsx";
import { type LogoAnswer, LogoForm } from "../../admin/store/logo-form.tsx";
import { SocialForm } from "../../admin/store/social-form.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import type { Route } from "./+types/store";
import { type Asked, adminAction } from "./admin-action.ts";

const TITLE = "Online store";

/** The logo and the form around it. */
const BODY_BYTES_MAX = IMAGE_BYTES_MAX + 64 * 1024;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const { settings, profile, legalTexts } = await loadConfiguration(shop);
  const query = oneLine(url.searchParams.get("q"), 80);
  const { storeName, logoUrl } = settings.businessInfo;
  const ownTexts = legalPages.filter((page) => legalTexts[page] !== undefined);
  const hero = await loadHeroChoices(shop, { query });
  return { storeName, logoUrl, socialUrl: profile.socialUrl, ownTexts, query, ...hero };
}

/** The logo, the social link, and the product at the top of the home page. */
export const action = adminAction(
  "social",
  {
    logo: changeLogo,
    "remove-logo": async ({ shop, actor }) => {
      await removeLogo(shop, { actor });
      return data<LogoAnswer>({ kind: "logo", notice: success("Logo removed") });
    },
    social: async ({ shop, actor, form }) => {
      const saved = await saveSocialLink(shop, { actor, fields: valuesIn(form) });
      return answerForm(form, socialForm, saved, { saved: success("Social link saved") });
    },
    hero: (asked) => hero(asked, true),
    "hero-off": (asked) => hero(asked, false),
  },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => refuseLogo("too_large", 413) },
);

async function hero({ shop, actor, form }: Asked, isOn: boolean) {
  const chosen = await chooseHero(shop, { id: textOf(form, "id"), isOn, actor });
  const { notice } = heroAnswer(chosen, isOn);
  return data({ kind: "hero" as const, notice }, { status: chosen.ok ? 200 : 404 });
}

async function changeLogo({ shop, actor, form }: Asked) {
  const file = form.get("logo");
  if (!(file instanceof File) || file.size === 0) return refuseLogo("none");
  const result = await saveLogo(shop, { actor, bytes: new Uint8Array(await file.arrayBuffer()) });
  if (!result.ok) return refuseLogo(result.reason);
  return data<LogoAnswer>({ kind: "logo", notice: success("Logo saved") });
}

const logoRefusals: Record<ImageRefusal | "none", string> = {
  none: "Please choose a picture file first.",
  not_an_image: "This is not an image file.",
  too_large: "The file exceeds the 2MB file size limit.",
  too_many_pixels: "The picture has too many pixels.",
  corrupt: "The picture is damaged.",
};

function refuseLogo(reason: ImageRefusal | "none", status = 422) {
  const notice = failure("Failed to upload logo", logoRefusals[reason]);
  return data<LogoAnswer>({ kind: "logo", notice }, { status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

export default function OnlineStorePage({ loaderData, actionData }: Route.ComponentProps) {
  const { storeName, logoUrl, socialUrl, ownTexts, query, chosen, choices } = loaderData;
  const path = href("/admin/store");
  return (
    <>
      <PageTitle title={TITLE}>
        <LinkButton to={href("/")} look="secondary" reloadDocument>
          View store
        </LinkButton>
      </PageTitle>
      <div className="grid gap-5">
        <LogoForm action={path} logoUrl={logoUrl} storeName={storeName} />
        <HeroCard action={path} chosen={chosen} choices={choices} query={query} />
        <LegalPagesCard ownTexts={ownTexts} />
        <SocialForm action={path} socialUrl={socialUrl} answer={formAnswerIn(actionData)} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the online store");
