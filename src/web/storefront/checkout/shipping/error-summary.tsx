import type { ShippingErrors } from "#domain/postal-address/shipping-address.ts";
import { CircleAlert } from "../../../ui/icons.tsx";
import { shippingFields } from "./shipping-fields.ts";

/**
 * After a refused submit: every message as a link to its field. It disappears with the last message. On phones it is
 * one line: each message is below its field, and the list would push the fields away.
 */
export function ErrorSummary({ errors }: { errors: ShippingErrors }) {
  const wrong = shippingFields.filter(({ name }) => errors[name] !== undefined);
  if (wrong.length === 0 && !errors.country) return null;
  return (
    <div className="mb-6 flex gap-3 rounded-field bg-err-tint p-4 max-lg:py-2">
      <CircleAlert className="mt-0.5 size-5 flex-none text-err" />
      <div>
        <p className="font-semibold">Please check these fields</p>
        <ul className="mt-1 grid gap-0.5 max-lg:hidden">
          {wrong.map(({ name, label }) => (
            <li key={name}>
              <a
                href={`#${name}`}
                className="text-link"
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(name)?.focus();
                }}
              >
                {label}
              </a>
              <span>: {errors[name]}</span>
            </li>
          ))}
          {errors.country && <li>{errors.country}</li>}
        </ul>
      </div>
    </div>
  );
}
