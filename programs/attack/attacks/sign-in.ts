import { type Attack, unless } from "../attack.ts";
import { type AttackedShop, OWNER } from "../attacked-shop.ts";
import { form } from "../wire.ts";

const HOME = "203.0.113.10";

async function signIn(shop: AttackedShop, from: string, password: string, cookie = "") {
  const { headers, body } = form({ email: OWNER.email, password });
  const named: [string, string][] = [
    ["Origin", shop.publicUrl],
    ["X-Forwarded-For", from],
  ];
  if (cookie) named.push(["Cookie", cookie]);
  return shop.ask({ method: "POST", target: "/admin/login", headers: [...named, ...headers], body });
}

/** What a browser whose session has ended sends back of "name=value; Path=/" lines. */
function cookiesOf(lines: string): string {
  return lines
    .split("\n")
    .map((line) => line.split(";")[0] ?? "")
    .filter((pair) => !pair.includes("session_token"))
    .join("; ");
}

export const signIns: Attack[] = [
  {
    promise: "TR-2",
    name: "40 wrong passwords of a stranger do not keep the owner's own browser out",
    run: async (shop) => {
      const first = await signIn(shop, HOME, OWNER.password);
      const known = cookiesOf(first.headers.get("set-cookie") ?? "");
      const guesses: number[] = [];
      for (let index = 0; index < 40; index += 1) {
        guesses.push((await signIn(shop, `198.51.100.${index}`, `a wrong guess ${index}`)).status);
      }
      const again = await signIn(shop, HOME, OWNER.password, known);
      return [
        ...unless(first.status === 302, `the owner's first sign-in: ${first.status}`),
        ...unless(guesses.includes(429), "40 guesses met no limit"),
        ...unless(again.status === 302, `the owner afterwards: ${again.status}`),
      ];
    },
  },
];
