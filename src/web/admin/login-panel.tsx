import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useRootData } from "../layout/root-data.ts";
import { FlagGlyph } from "../ui/flag-glyph.tsx";

type LoginPanelProps = { message: string | null; children: ReactNode };

/** The frame of the sign-in page: the shop's name, the title, what went wrong, and the form. */
export function LoginPanel({ message, children }: LoginPanelProps) {
  const { storeName } = useRootData().settings.businessInfo;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh content-center justify-items-center px-4 py-10">
      <div className="w-full max-w-md rounded-2xl border border-line bg-surface p-6 sm:p-9">
        <p className="flex items-center gap-2 font-semibold text-fairway">
          <FlagGlyph className="size-7" />
          {storeName}
        </p>
        <h1 className="display mt-4 mb-6 text-heading">Admin Login</h1>
        {message && (
          <p role="alert" className="mb-5 flex gap-2.5 rounded-field bg-err-tint px-4 py-3 text-err">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
            {message}
          </p>
        )}
        {children}
      </div>
    </main>
  );
}
