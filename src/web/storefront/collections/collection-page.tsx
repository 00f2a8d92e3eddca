import { Form, href, useNavigate, useNavigation } from "react-router";
import { type CollectionSort, collectionPath, collectionSorts } from "#domain/collection/collection.ts";
import { queryText } from "#domain/text/query-text.ts";
import type { CollectionList } from "#server/catalog/collections.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Picture } from "../../ui/picture.tsx";
import { ProductGrid } from "../catalog/product-grid.tsx";

/** The owner's heading, text and picture, and the products, some at a time. */
export function CollectionPage({ list }: { list: CollectionList }) {
  const { collection, products, count, hasMore } = list;
  return (
    <div className="wrap pt-6 pb-20 md:pt-10">
      <div className={collection.image ? "grid items-center gap-6 md:grid-cols-2 md:gap-10" : ""}>
        <div>
          <h1 className="display text-title wrap-anywhere">{collection.name}</h1>
          {collection.description && (
            <p className="mt-3 max-w-[60ch] text-ink-2 wrap-anywhere whitespace-pre-line">
              {collection.description}
            </p>
          )}
        </div>
        {collection.image && (
          <Picture
            image={collection.image}
            sizes="(min-width: 768px) 50vw, 100vw"
            placeholder=""
            className="aspect-[3/2] w-full rounded-picture bg-sand object-cover max-md:-order-1"
          />
        )}
      </div>
      <div className="mt-6 mb-5 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="numerals text-ink-2">
          {count === 1 ? "1 product" : `${count.toLocaleString("en-US")} products`}
        </p>
        {count > 1 && <Sort list={list} />}
      </div>
      <h2 className="sr-only">Products</h2>
      {products.length > 0 ? (
        <ProductGrid products={products} />
      ) : (
        <div className="grid justify-items-center gap-4 py-10 text-center">
          <p className="text-lg font-semibold">Nothing here right now</p>
          <LinkButton to={href("/shop")}>See all products</LinkButton>
        </div>
      )}
      {hasMore && <LoadMore list={list} />}
    </div>
  );
}

/** The address of the list in another order, or with more of it. The order it begins with is not said. */
function pathTo(
  { collection, sorts }: CollectionList,
  { sort, pages }: { sort: CollectionSort; pages: number },
) {
  const query = queryText({ sort: sort !== sorts[0] && sort, pages: pages > 1 && String(pages) });
  return collectionPath(collection) + query;
}

function Sort({ list }: { list: CollectionList }) {
  const navigate = useNavigate();
  const choices = list.sorts.map((value) => ({ value, label: collectionSorts[value] }));
  return (
    <Form method="get" action={collectionPath(list.collection)} className="flex gap-2">
      <Select
        name="sort"
        aria-label="Sort"
        className="min-h-11 w-auto min-w-0 rounded-full py-1.5 pl-4.5 font-medium"
        choices={choices}
        value={list.sort}
        onChange={({ target }) => {
          const sort = list.sorts.find((known) => known === target.value) ?? list.sort;
          void navigate(pathTo(list, { sort, pages: 1 }), { preventScrollReset: true });
        }}
      />
      <noscript>
        <button type="submit" className="button" data-look="secondary">
          Apply
        </button>
      </noscript>
    </Form>
  );
}

function LoadMore({ list }: { list: CollectionList }) {
  const isPending = useNavigation().state !== "idle";
  return (
    <div className="mt-12 grid justify-items-center gap-3">
      <p className="numerals text-ink-2">{`${list.products.length} of ${list.count.toLocaleString("en-US")}`}</p>
      <LinkButton
        to={pathTo(list, { sort: list.sort, pages: list.pages + 1 })}
        look="secondary"
        size="large"
        preventScrollReset
        aria-busy={isPending || undefined}
      >
        {isPending ? "Loading..." : "Load more"}
      </LinkButton>
    </div>
  );
}
