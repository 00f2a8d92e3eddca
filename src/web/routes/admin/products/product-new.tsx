import { emptyFields } from "#domain/product/product-form.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { BackToProducts } from "../../../admin/products/back-to-products.tsx";
import { ProductForm } from "../../../admin/products/form/product-form.tsx";
import { readProductForm } from "../../../admin/products/form/read-product-form.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { pageMeta } from "../../../page/page-meta.ts";
import type { Route } from "./+types/product-new";
import { answerProductForm } from "./answer-product-form.ts";
import "../../../admin/products/products.css";

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
  const { email: actor } = adminOf(context);
  return answerProductForm(shopOf(context), await readProductForm(request), { id: null, actor });
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
