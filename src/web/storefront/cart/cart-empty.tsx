import { useRootData } from "../../page/root-data.ts";
import { Button } from "../../ui/form/button.tsx";

export function CartEmpty({ onClose }: { onClose: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      {useRootData().brand.hasDrawings && <LippedOutBall />}
      <p className="display mt-2 text-xl">Your cart is empty</p>
      <p className="max-w-[28ch] text-ink-2">Add some products to your cart to see them here.</p>
      <Button className="mt-3" onClick={onClose}>
        Continue Shopping
      </Button>
    </div>
  );
}

/** A ball that stopped on the lip of an empty cup. */
function LippedOutBall() {
  return (
    <svg viewBox="0 0 160 96" aria-hidden="true" className="w-40" fill="none">
      <ellipse cx="80" cy="72" rx="76" ry="18" className="fill-moss" />
      <ellipse cx="66" cy="70" rx="24" ry="7" className="fill-fairway-deep" />
      <path d="M66 70V8" stroke="currentColor" strokeWidth="2" />
      <path d="M67 9c10-5 15 3 27-1l-4 8 4 8c-12 4-17-4-27 1z" className="fill-flag" />
      <ellipse cx="101" cy="74" rx="12" ry="3.5" className="fill-fairway" opacity=".3" />
      <circle cx="99" cy="63" r="11" className="fill-surface" stroke="currentColor" strokeWidth="1.2" />
      <path
        d="M94 58h.1m5-2h.1m4 4h.1m-6 3h.1m-5 3h.1m8 1h.1"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        opacity=".45"
      />
    </svg>
  );
}
