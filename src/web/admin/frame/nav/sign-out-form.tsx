import { type FormEvent, useState } from "react";
import { href } from "react-router";
import { toast } from "../../../ui/toast/toast.ts";
import { LogOut } from "../../icons.tsx";
import { notices } from "../notices.ts";
import { sendSignOut } from "./send-sign-out.ts";

/** It is sent without the router, so it needs no script that an upgrade may have taken away; whatever fails, the page stays. */
export function SignOutForm() {
  const [isSigningOut, setSigningOut] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSigningOut(true);
    const next = await sendSignOut(event.currentTarget.action);
    if (next.ok) return location.assign(next.url);
    setSigningOut(false);
    const { title, description } = notices[next.notice];
    toast.error(title, { description });
  };
  return (
    <form method="post" action={href("/admin/sign-out")} onSubmit={submit}>
      <button type="submit" className="admin-nav-item" disabled={isSigningOut}>
        <LogOut aria-hidden="true" className="size-5 flex-none" />
        Sign Out
      </button>
    </form>
  );
}
