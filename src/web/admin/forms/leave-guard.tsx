import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { isSomethingUnsaved } from "./unsaved.ts";

const isAsked: BlockerFunction = ({ currentLocation, nextLocation }) =>
  isSomethingUnsaved() && currentLocation.pathname !== nextLocation.pathname;

function askBrowser(event: BeforeUnloadEvent): void {
  if (isSomethingUnsaved()) event.preventDefault();
}

/** Asks before unsaved changes are left: a link by a dialog, a closed tab by the browser. Once, around all pages. */
export function LeaveGuard() {
  const blocker = useBlocker(isAsked);
  useEffect(() => {
    window.addEventListener("beforeunload", askBrowser);
    return () => window.removeEventListener("beforeunload", askBrowser);
  }, []);
  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.state === "blocked"} onClose={stay} title="Leave without saving?">
      <DialogBody>
        <div className="grid gap-4 p-5">
          <p>Your changes are not saved yet. They are lost when you leave this page.</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={stay}>
              Stay
            </Button>
            <Button look="danger" onClick={() => blocker.proceed?.()}>
              Leave
            </Button>
          </div>
        </div>
      </DialogBody>
    </Dialog>
  );
}
