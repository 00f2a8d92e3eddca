import type { FieldChange } from "#domain/product/product-edit.ts";
import type { ProductFields } from "#domain/product/product-form.ts";
import { Button } from "../../../ui/form/button.tsx";
import { TriangleAlert } from "../../../ui/icons.tsx";

type ConflictPanelProps = { changes: FieldChange[]; origin: ProductFields | null };

/** Shows the second of two editors what changed meanwhile. Both buttons belong to the form around it. */
export function ConflictPanel({ changes, origin }: ConflictPanelProps) {
  return (
    <section role="alert" className="mb-5 grid gap-3 rounded-picture bg-warn-tint p-5 text-ink">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 flex-none text-warn" />
        Somebody else has changed this product meanwhile
      </h2>
      <p>Nothing is saved yet, and everything you typed is still in the form.</p>
      {changes.length > 0 && (
        <ul className="grid gap-1.5">
          {changes.map(({ label, was, now }) => (
            <li key={label} className="wrap-anywhere">
              <strong>{label}</strong>: it was “{was}”, now it is “{now}”
            </li>
          ))}
        </ul>
      )}
      <input type="hidden" name="origin" value={origin ? JSON.stringify(origin) : ""} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="take-over" look="secondary">
          Take over these changes
        </Button>
        <Button type="submit" name="intent" value="save" look="danger">
          Save mine over them
        </Button>
      </div>
    </section>
  );
}
