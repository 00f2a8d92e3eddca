import { Form, useNavigation } from "react-router";
import { type CategoryChoice, listNames } from "#domain/category/category.ts";
import type { CategoryUses } from "#server/products/categories/category-writes.ts";
import { Button } from "../../../ui/form/button.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";

type DeleteCategoryProps = { name: string; uses: CategoryUses; others: CategoryChoice[] };

/** Shows where its products, links, and discounts will go, and lets the owner choose. */
export function DeleteCategory({ name, uses, others }: DeleteCategoryProps) {
  const isDeleting = useNavigation().formData?.get("intent") === "delete";
  const { products, discounts } = uses;
  const ended = discounts.filter(({ isOnlyFor, isOn }) => isOnlyFor && isOn).map((discount) => discount.name);
  const kept = discounts.filter(({ isOnlyFor }) => !isOnlyFor).map((discount) => discount.name);
  return (
    <Form
      method="post"
      aria-labelledby="delete-category"
      className="admin-card mt-5 grid max-w-3xl gap-4 p-5 sm:p-7"
    >
      <h2 id="delete-category" className="text-lg font-semibold">
        Delete {name}
      </h2>
      {others.length === 0 ? (
        <p className="text-ink-2">A shop needs one category. Add another one first.</p>
      ) : (
        <>
          <SelectField
            name="target"
            label={
              products === 1
                ? "Move its 1 product to"
                : `Move its ${products.toLocaleString("en-US")} products to`
            }
            hint="Links to this category lead there, too."
            choices={others.map((other) => ({ value: other.id, label: other.name }))}
            className="sm:max-w-sm"
          />
          {ended.length > 0 && (
            <p>
              {`Only for this category: ${listNames(ended)}. `}
              {ended.length === 1 ? "This discount is turned off." : "These discounts are turned off."}
            </p>
          )}
          {kept.length > 0 && <p>{`No longer for these products: ${listNames(kept)}.`}</p>}
          <div>
            <Button type="submit" name="intent" value="delete" look="danger" pending={isDeleting}>
              Delete Category
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
