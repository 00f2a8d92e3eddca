import { beforeEach, expect, test } from "vitest";
import { OWNER, OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { findAdminSession } from "./admin-session.ts";
import { changePassword } from "./password/change-password.ts";
import { ensureAdmin } from "./password/ensure-admin.ts";
import { setAdminPassword } from "./password/set-password.ts";
import { signIn } from "./sign-in.ts";

const NEXT = "an even longer pass phrase";
const store = freshShop();
beforeEach(async () => {
  await ensureAdmin(store.shop, { password: PASSWORD, generate: () => "unused unused" });
});

const requestOf = (headers: Headers) =>
  new Request("http://localhost:3000/admin", {
    headers: {
      Cookie: headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
    },
  });

/** The next verification takes as long as `held`, as a hash that waits in the queue does; resolves when it has begun. */
function slowVerify(held: Promise<void>) {
  const { hashing } = store.shop.auth;
  const real = hashing.verify.bind(hashing);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  let calls = 0;
  hashing.verify = async (...asked) => {
    calls += 1;
    const mine = calls;
    const isRight = await real(...asked);
    if (mine === 1) {
      arrive();
      await held;
    }
    return isRight;
  };
  return arrived;
}

/** Who is signed in, as a request of theirs. */
async function signedIn(): Promise<Request> {
  const result = await signIn(store.shop, { email: OWNER, password: PASSWORD, ip: "10.0.0.1" });
  if (!result.ok) throw new Error(result.reason);
  return requestOf(result.headers);
}

test.each(["settings", "command line"])(
  "a sign-in with the old password that is under way opens nothing after a new one by %s",
  async (way) => {
    const here = await signedIn();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const arrived = slowVerify(held);
    const thief = signIn(store.shop, { email: OWNER, password: PASSWORD, ip: "203.0.113.9" });
    await arrived;
    if (way === "settings")
      expect(await changePassword(store.shop, here, { current: PASSWORD, next: NEXT })).toMatchObject({
        ok: true,
      });
    else expect(await setAdminPassword(store.shop, { password: NEXT })).toMatchObject({ ok: true });
    release();
    const result = await thief;
    const open = result.ok ? await findAdminSession(store.shop, requestOf(result.headers)) : null;
    expect(open).toBeNull();
  },
);

test("[ST-2] a change of the password that is under way does not undo a newer one", async () => {
  const thief = await signedIn();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const arrived = slowVerify(held);
  const change = changePassword(store.shop, thief, { current: PASSWORD, next: "a pass phrase of a thief" });
  await arrived;
  expect(await setAdminPassword(store.shop, { password: NEXT })).toMatchObject({ ok: true });
  release();
  expect(await change).toEqual({ ok: false, reason: "wrong_password" });
  const rescued = await signIn(store.shop, { email: OWNER, password: NEXT, ip: "10.0.0.1" });
  expect(rescued).toMatchObject({ ok: true });
});
