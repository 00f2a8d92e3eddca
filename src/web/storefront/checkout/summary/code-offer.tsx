import { type ComponentProps, lazy, Suspense, useState } from "react";
import { loadCode } from "../../cart/cart-settings.ts";
import type { CodeField } from "./code-field.tsx";

/** Few shoppers have a code, so the field comes when it is asked for. */
const Field = lazy(async () => ({ default: (await import("./code-field.tsx")).CodeField }));

/** 'Have a code?' opens the field; a code that this browser keeps stands there at once. */
export function CodeOffer(props: Omit<ComponentProps<typeof CodeField>, "onClose">) {
  const [isOpen, setOpen] = useState(() => loadCode() !== null);
  if (isOpen) {
    return (
      <Suspense fallback={null}>
        <Field {...props} onClose={() => setOpen(false)} />
      </Suspense>
    );
  }
  return (
    <button type="button" className="text-link mb-2 min-h-11" onClick={() => setOpen(true)}>
      Have a code?
    </button>
  );
}
