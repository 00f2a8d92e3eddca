import type { Blocker } from "react-router";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";

/** Asks before a form with unsaved changes is left. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
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
