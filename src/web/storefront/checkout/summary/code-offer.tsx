import { type ComponentProps, Suspense, useState } from "react";
import { lazyPart } from "../../../page/use-loaded.ts";
import { loadCode, useCodeRefusal } from "../../cart/cart-settings.ts";
import type CodeField from "./code-field.tsx";

/** Few shoppers have a code, so the field opens on request. */
const Field = lazyPart(() => import("./code-field.tsx"));

/** 'Have a code?' opens the field; a saved code shows right away, and so does the reason for a refusal. */
export function CodeOffer(props: Omit<ComponentProps<typeof CodeField>, "onClose">) {
  const wasRefused = useCodeRefusal() !== null;
  const [isOpen, setOpen] = useState(() => wasRefused || loadCode() !== null);
  const offer = (
    <button type="button" className="text-link mb-2 min-h-11" onClick={() => setOpen(true)}>
      Have a code?
    </button>
  );
  if (!isOpen) return offer;
  return (
    <Suspense fallback={offer}>
      <Field {...props} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
