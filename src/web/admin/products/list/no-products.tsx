import { href } from "react-router";
import { LinkButton } from "../../../ui/form/button.tsx";
import { EmptyList } from "../../lists/empty-list.tsx";

/** Replaces an empty list: nothing matches, or there is nothing yet. */
export function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyList title="No products found">
      <p className="text-ink-2">
        {isFiltered ? "No product matches this list and search." : "Add the first one and it is in the shop."}
      </p>
      {isFiltered && (
        <LinkButton to={href("/admin/products")} look="secondary">
          Show all products
        </LinkButton>
      )}
    </EmptyList>
  );
}
