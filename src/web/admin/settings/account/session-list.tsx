import { Form } from "react-router";
import type { OpenSession } from "#server/auth/sessions.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Laptop, Smartphone } from "../../icons.tsx";

type ShownSession = Pick<OpenSession, "id" | "device" | "ipAddress" | "isCurrent"> & {
  lastUsedAt: string;
  latestEnd: string;
};

/** The open sessions, with the current one marked; each of the others can be signed out. */
export function SessionList({ sessions, action }: { sessions: ShownSession[]; action: string }) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <section aria-labelledby="sessions" className="admin-card grid gap-3 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="sessions" className="display text-xl">
          Sessions
        </h2>
        {others.length > 0 && (
          <Form method="post" action={action}>
            <Button type="submit" name="intent" value="sign-out-others" look="secondary">
              Sign out others
            </Button>
          </Form>
        )}
      </div>
      <ul className="grid divide-y divide-line">
        {sessions.map(({ id, device, ipAddress, lastUsedAt, latestEnd, isCurrent }) => {
          const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <Icon aria-hidden="true" className="size-5 flex-none text-fairway" />
              <div className="min-w-0 flex-1">
                <p className="font-semibold">
                  {device} {isCurrent && <span className="font-normal text-ok">(this one)</span>}
                </p>
                <p className="text-sm text-ink-2 wrap-anywhere">
                  Last used <ShopTime at={lastUsedAt} style="date and time" />
                  {ipAddress && ` from ${ipAddress}`}, ends by{" "}
                  <ShopTime at={latestEnd} style="date and time" />
                </p>
              </div>
              {!isCurrent && (
                <Form method="post" action={action}>
                  <input type="hidden" name="session" value={id} />
                  <Button type="submit" name="intent" value="sign-out-one" look="quiet">
                    Sign out<span className="sr-only"> {device}</span>
                  </Button>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
