// The storefront's document, one part on each page, with its draft and its versions.
import { href, redirect } from "react-router";
import type { BrandPart } from "#domain/brand/brand.ts";
import { partFormOf, partForms } from "#domain/brand/form/part-form.ts";
import { linkTargets } from "#domain/brand/menu.ts";
import { legalPages } from "#domain/settings/legal-text.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { chooseHero, loadHeroChoices } from "#server/products/hero-product.ts";
import { type BrandPublished, publishDraft, restoreVersion } from "#server/settings/brand/publish-brand.ts";
import { findDraft, listCollectionChoices, listVersions } from "#server/settings/brand/queries.ts";
import { discardDraft, saveDraft } from "#server/settings/brand/save-draft.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { answerForm, answerUnread, formAnswerIn } from "../../admin/forms/form-outcome.ts";
import { adminMeta, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { done, failure, type Outcome, refused, success } from "../../admin/frame/notices.ts";
import { showAnswerOf } from "../../admin/frame/show-notice.ts";
import { heroOutcome } from "../../admin/products/list/change-outcomes.ts";
import { HeroCard } from "../../admin/store/hero-card.tsx";
import { HomeFields } from "../../admin/store/home-fields.tsx";
import { LegalPagesCard } from "../../admin/store/legal-pages-card.tsx";
import { LookFields } from "../../admin/store/look-fields.tsx";
import { MenuFields } from "../../admin/store/menu-fields.tsx";
import { PagesFields } from "../../admin/store/pages-fields.tsx";
import { PartEditor } from "../../admin/store/part-editor.tsx";
import { PublishCard } from "../../admin/store/publish-card.tsx";
import { WordsFields } from "../../admin/store/words-fields.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import type { Route } from "./+types/store";
import { type Asked, adminAction, answered } from "./admin-action.ts";

const TITLE = "Online store";

/** Fifty pages of 20,000 characters, twice: the edited values, and those that the form was loaded with. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

const fields = {
  look: LookFields,
  home: HomeFields,
  pages: PagesFields,
  menu: MenuFields,
  words: WordsFields,
};

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

function partOf(name: string | undefined): BrandPart | null {
  const parts = Object.keys(fields) as BrandPart[];
  return parts.find((part) => part === (name ?? "look")) ?? null;
}

/** The first part has the address of the whole, as in the tabs. */
function pathOf(part: BrandPart): string {
  return part === "look" ? href("/admin/store") : href("/admin/store/:part", { part });
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  if (params.part === "look") throw redirect(pathOf("look"));
  const part = partOf(params.part);
  if (!part) throw new Response(null, { status: 404 });
  const [{ brand, revision }, versions, { legalTexts, categories }, collections] = await Promise.all([
    findDraft(shop.db),
    listVersions(shop.db),
    loadConfiguration(shop),
    listCollectionChoices(shop.db),
  ]);
  const query = oneLine(url.searchParams.get("q"), 80);
  const targets = linkTargets({ pages: brand.pages, categories, collections });
  const choicesOf = (kind: keyof typeof targets) =>
    [...targets[kind]].map(([value, { label }]) => ({ value, label }));
  return {
    part,
    stored: partFormOf(part, brand[part]),
    revision,
    targets: {
      page: choicesOf("page"),
      category: choicesOf("category"),
      collection: choicesOf("collection"),
    },
    versions: versions.map(({ id, actor, publishedAt }) => ({ id, actor, at: publishedAt.toISOString() })),
    ownTexts: legalPages.filter((page) => legalTexts[page] !== undefined),
    query,
    hero: part === "home" ? await loadHeroChoices(shop, { query }) : null,
  };
}

export const action = adminAction(
  "save",
  {
    save: async ({ shop, actor, form, params, fields }) => {
      const part = partOf(params.part);
      if (!part) throw new Response(null, { status: 404 });
      const saved = await saveDraft(shop, { actor, part, fields });
      return answerForm(form, partForms[part], saved, { saved: success("Draft saved") });
    },
    publish: async ({ shop, actor, text }) => {
      const revision = Number(text("revision"));
      return published(await publishDraft(shop, { actor, revision }), done("Published"));
    },
    restore: async ({ shop, actor, text }) => {
      const id = Number(text("id"));
      return published(await restoreVersion(shop, { actor, id }), done("Earlier version restored"));
    },
    discard: async ({ shop }) => {
      await discardDraft(shop);
      return answered(done("Draft discarded"));
    },
    hero: (asked) => hero(asked, true),
    "hero-off": (asked) => hero(asked, false),
  },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => answerUnread("save", failure("This is too long to save")) },
);

const refusals: Record<Extract<BrandPublished, { ok: false }>["reason"], string> = {
  nothing: "There is no draft.",
  changed: "The draft was changed in another tab. Review it and publish again.",
  gone: "This version has been deleted.",
  undrawn: "The icons can't be drawn from this logo. Upload it again, or remove it.",
};

function published(result: BrandPublished, outcome: Outcome) {
  return answered(result.ok ? outcome : refused(409, "Nothing was published", refusals[result.reason]));
}

async function hero({ shop, actor, text }: Asked, isOn: boolean) {
  const chosen = await chooseHero(shop, { id: text("id"), isOn, actor });
  return answered(heroOutcome(chosen, isOn));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function OnlineStorePage({ loaderData, actionData }: Route.ComponentProps) {
  const { part, stored, revision, targets, versions, ownTexts, query, hero: choices } = loaderData;
  const path = pathOf(part);
  const Fields = fields[part];
  return (
    <>
      <PageTitle title={TITLE}>
        <LinkButton to={href("/")} look="secondary" reloadDocument>
          View store
        </LinkButton>
      </PageTitle>
      <div className="grid gap-5">
        <PublishCard
          action={path}
          revision={revision}
          previewPath={href("/admin/store-preview")}
          versions={versions}
        />
        {choices && <HeroCard action={path} query={query} {...choices} />}
        {part === "pages" && <LegalPagesCard ownTexts={ownTexts} />}
        <PartEditor key={part} {...{ part, stored, targets }} action={path} answer={formAnswerIn(actionData)}>
          <Fields />
        </PartEditor>
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the online store");
