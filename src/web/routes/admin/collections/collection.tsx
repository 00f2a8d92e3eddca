import { href } from "react-router";
import { listNames } from "#domain/category/category.ts";
import { collectionPath } from "#domain/collection/collection.ts";
import { collectionForm } from "#domain/collection/collection-form.ts";
import { findCollection } from "#server/catalog/list-collections.ts";
import { listDiscountProducts, listDiscountsFor } from "#server/checkout/discounts/queries.ts";
import { IMAGE_BYTES_MAX, type ImageRefusal } from "#server/files/pictures/picture-sizes.ts";
import {
  deleteCollection,
  removeCollectionPicture,
  saveCollection,
  setCollectionPicture,
} from "#server/products/collections/save-collection.ts";
import { CollectionForm } from "../../../admin/collections/collection-form.tsx";
import { CollectionPicture } from "../../../admin/collections/collection-picture.tsx";
import { CollectionBadge } from "../../../admin/collections/collections-table.tsx";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { goTo } from "../../../admin/frame/go-to.ts";
import { done, refused, success } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { ActionButton } from "../../../ui/form/action-button.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/collection";

/** The picture and the form around it. */
const BODY_BYTES_MAX = IMAGE_BYTES_MAX + 64 * 1024;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminMeta(matches, loaderData ? `Collection ${loaderData.name}` : "Collection");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const found = await findCollection(shop, params.id);
  if (!found) throw gone();
  const { products } = await listDiscountProducts(shop.db, found.productIds);
  return { ...found, products, discounts: await listDiscountsFor(shop.db, found.id) };
}

const gone = () => goTo(href("/admin/collections"), "collection-not-found");
const idOf = ({ params }: Asked) => params.id ?? "";

/** The form, its picture, and 'Delete'. */
export const action = adminAction(
  "save",
  {
    save: async (asked) => {
      const { shop, actor, form, fields } = asked;
      const saved = await saveCollection(shop, { actor, id: idOf(asked), fields });
      if (!saved.ok && saved.reason === "not_found") return gone();
      return answerForm(form, collectionForm, saved, { saved: success("Collection saved") });
    },
    picture: changePicture,
    "remove-picture": async (asked) => {
      const removed = await removeCollectionPicture(asked.shop, { actor: asked.actor, id: idOf(asked) });
      return removed.ok ? answered(done("Picture removed")) : gone();
    },
    delete: async (asked) => {
      const deleted = await deleteCollection(asked.shop, { actor: asked.actor, id: idOf(asked) });
      return deleted.ok ? goTo(href("/admin/collections"), "collection-deleted") : gone();
    },
  },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => refusePicture("too_large", 413) },
);

async function changePicture(asked: Asked) {
  const { shop, actor, form, text } = asked;
  const file = form.get("picture");
  const bytes = file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
  const changed = await setCollectionPicture(shop, {
    actor,
    id: idOf(asked),
    bytes,
    alt: text("alt"),
  });
  if (changed.ok) return answered(done("Picture saved"));
  return changed.reason === "not_found" ? gone() : refusePicture(changed.reason);
}

const refusals: Record<ImageRefusal, string> = {
  not_an_image: "This is not an image file.",
  too_large: "The file exceeds the 2MB file size limit.",
  too_many_pixels: "The picture has too many pixels.",
  corrupt: "The picture is damaged.",
};

function refusePicture(reason: ImageRefusal, status = 422) {
  return answered(refused(status, "Failed to upload the picture", refusals[reason]));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

const back = <BackLink to={href("/admin/collections")} label="All collections" />;

export default function CollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, slug, state, count, image, form, products, discounts } = loaderData;
  const path = href("/admin/collections/:id", { id });
  return (
    <>
      {back}
      <PageTitle title={<span className="wrap-anywhere">{name}</span>}>
        <div className="flex flex-wrap gap-3">
          {state === "shown" && (
            <LinkButton to={collectionPath({ slug })} look="secondary" reloadDocument>
              View in the shop
            </LinkButton>
          )}
          <ActionButton action={path} fields={{ intent: "delete" }} look="quiet">
            Delete
          </ActionButton>
        </div>
      </PageTitle>
      <p className="mb-6 flex flex-wrap items-center gap-3">
        <CollectionBadge state={state} />
        {count === 0 && "It has no products right now."}
        {count > 0 && (count === 1 ? "1 product" : `${count.toLocaleString("en-US")} products`)}
      </p>
      {discounts.length > 0 && (
        <p className="mb-6 wrap-anywhere">
          {`Discounts only for this collection: ${listNames(discounts)}. `}
          {discounts.length === 1 ? "It applies" : "They apply"} while the collection is in the shop. Deleting
          the collection switches {discounts.length === 1 ? "it" : "them"} off.
        </p>
      )}
      <div className="grid gap-5">
        <CollectionForm
          key={id}
          action={path}
          stored={form}
          products={products}
          answer={formAnswerIn(actionData)}
          saveLabel="Save Collection"
        />
        <CollectionPicture action={path} image={image} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Collection", "Failed to load the collection", back);
