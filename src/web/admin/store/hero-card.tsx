import { Form } from "react-router";
import type { HeroChoice } from "#server/products/hero-product.ts";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";

type HeroCardProps = {
  action: string;
  chosen: HeroChoice | null;
  choices: HeroChoice[];
  /** What the choices were searched for; "" for the newest. */
  query: string;
};

/** Which product stands at the top of the home page. */
export function HeroCard({ action, chosen, choices, query }: HeroCardProps) {
  return (
    <section aria-labelledby="hero-product" className="admin-card grid gap-4 p-5 sm:p-7">
      <h2 id="hero-product" className="display text-xl">
        Product at the top of the home page
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          {chosen ? (
            <strong className="font-semibold">{chosen.name}</strong>
          ) : (
            "The newest product of your first category."
          )}
        </p>
        {chosen && (
          <ActionButton
            action={action}
            fields={{ intent: "hero-off", id: chosen.id }}
            look="quiet"
            size="small"
            className="min-h-11"
          >
            Show the newest product instead
          </ActionButton>
        )}
      </div>
      <details className="disclosure" open={query !== ""}>
        <summary>Choose another product</summary>
        <Form method="get" action={action} preventScrollReset className="flex flex-wrap items-end gap-3 py-2">
          <Field
            name="q"
            type="search"
            label="Find a product"
            defaultValue={query}
            autoComplete="off"
            className="max-w-sm flex-1"
          />
          <Button type="submit" look="secondary">
            Find
          </Button>
        </Form>
        {choices.length === 0 && <p className="py-2 text-ink-2">No product in stock with a picture found.</p>}
        <ul className="divide-y divide-line">
          {choices.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-4 py-1">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <ActionButton
                action={action}
                fields={{ intent: "hero", id }}
                look="quiet"
                size="small"
                className="min-h-11"
              >
                Show<span className="sr-only"> {name} at the top of the home page</span>
              </ActionButton>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
