import type { ReactNode } from "react";
import { CircleAlert } from "../icons.tsx";

/** Why a whole form was refused, above its fields. The region exists before its text does, so it is read aloud. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && (
        <p className="flex gap-3 rounded-field bg-err-tint p-4">
          <CircleAlert className="mt-0.5 size-5 flex-none text-err" />
          {children}
        </p>
      )}
    </div>
  );
}
