import { type ProductFields, previewOf } from "#domain/product/product-form.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ProductCard } from "../../../storefront/catalog/product-card.tsx";

/** The card as shoppers will see it, rendered by the storefront's component, but inert. */
export function CardPreview({ fields, createdAt }: { fields: ProductFields; createdAt: string }) {
  const { categories } = useRootData();
  return (
    <section aria-labelledby="card-preview" className="admin-card p-5">
      <h2 id="card-preview" className="mb-3 text-lg font-semibold">
        Preview
      </h2>
      <div inert className="mx-auto max-w-64">
        <ProductCard product={previewOf(fields, createdAt, categories)} />
      </div>
      {fields.status !== "active" && (
        <p className="mt-3 text-sm text-ink-2">Shoppers don't see it: it is {statusWords[fields.status]}.</p>
      )}
    </section>
  );
}

const statusWords: Record<string, string> = { draft: "a draft", archived: "archived" };
