import { useState } from "react";
import { href } from "react-router";
import { useLoaded } from "../../../page/use-loaded.ts";
import { Ruler } from "../../../ui/icons.tsx";

const loadGuide = () => import("../../sizes/size-guide-dialog.tsx");

/** Opens the size guide over the page; without JavaScript, or before it has loaded, leads to its page. */
export function SizeGuideLink({ chartId }: { chartId: string }) {
  const [open, setOpen] = useState(false);
  const guide = useLoaded(loadGuide, open, () => window.location.assign(href("/size-guide")));
  return (
    <>
      <a
        href={href("/size-guide")}
        aria-haspopup="dialog"
        className="text-link absolute -top-1.5 right-0 inline-flex min-h-9 items-center gap-1.5 text-[0.9375rem]"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Ruler className="size-4" />
        Size guide
      </a>
      {guide && <guide.SizeGuideDialog chartId={chartId} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
