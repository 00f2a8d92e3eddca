import { TriangleAlert } from "../../../ui/icons.tsx";
import { attentionText } from "../order-texts.ts";
import { type KnownOrder, OrderButton } from "./order-form.tsx";

/** What the owner must look at first; nothing when all is well. */
export function AttentionNotes({ order }: Pick<KnownOrder, "order">) {
  if (order.attention.length === 0) return null;
  return (
    <ul className="mb-5 grid gap-2" aria-label="Needs attention">
      {order.attention.map((flag) => (
        <li
          key={flag}
          className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-field bg-warn-tint px-4 py-3"
        >
          <span className="flex min-w-0 flex-1 basis-64 gap-2.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-warn" />
            {attentionText(flag)}
          </span>
          {/* It is resolved by the answer to its question below. */}
          {flag !== "refund_lines" && (
            <OrderButton
              {...{ order, intent: "resolve", aboutId: flag, label: "Mark as resolved" }}
              size="small"
              className="min-h-11"
            />
          )}
        </li>
      ))}
    </ul>
  );
}
