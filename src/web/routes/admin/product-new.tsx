import { data, href, redirect } from "react-router";
import { emptyFields } from "#domain/product-form.ts";
import { errorText } from "#server/log.ts";
import { saveProduct } from "#server/products/save-product.ts";
import { storePostedImages } from "#server/products/store-posted-images.ts";
import { noticeCookie } from "../../admin/notices.ts";
import { PageTitle } from "../../admin/page-title.tsx";
import { BackToProducts } from "../../admin/products/back-to-products.tsx";
import {
  type FormAnswer,
  failedAnswer,
  invalidAnswer,
  UNEXPECTED,
} from "../../admin/products/product-answer.ts";
import { ProductForm } from "../../admin/products/product-form.tsx";
import { readProductForm } from "../../admin/products/read-product-form.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/product-new";
import "../../admin/products/products.css";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Create Product",
    description: "A new product.",
    path: "/admin/products/new",
    noindex: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return { createdAt: new Date(shopOf(context).clock()).toISOString() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = adminOf(context);
  const shop = shopOf(context);
  const posted = await readProductForm(request);
  if (!posted)
    return data<FormAnswer>(failedAnswer("create", emptyFields, "it is too large"), { status: 413 });
  let fields = { ...emptyFields, ...posted.sent };
  try {
    const stored = await storePostedImages(shop, posted.files, fields.images);
    fields = { ...fields, images: stored.images };
    if (stored.problem) {
      return data<FormAnswer>(invalidAnswer(fields, { images: stored.problem }), { status: 422 });
    }
    const result = await saveProduct(shop, {
      id: null,
      sent: fields,
      base: null,
      version: null,
      actor: email,
    });
    if (result.ok) {
      const path = href("/admin/products/edit/:id", { id: result.id });
      return redirect(path, { headers: { "Set-Cookie": noticeCookie("product-created") } });
    }
    const errors = result.reason === "invalid" ? result.errors : {};
    return data<FormAnswer>(invalidAnswer(fields, errors), { status: 422 });
  } catch (error) {
    shop.log.error("products.create_failed", { error: errorText(error) });
    return data<FormAnswer>(failedAnswer("create", fields, UNEXPECTED), { status: 500 });
  }
}

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackToProducts />
      <PageTitle title="Create Product" />
      <ProductForm
        formId="new"
        opened={{ fields: emptyFields, version: 0 }}
        createdAt={loaderData.createdAt}
        answer={actionData}
      />
    </>
  );
}
