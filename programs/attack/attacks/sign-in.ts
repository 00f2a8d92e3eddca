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

const FROM_ONE = 40;
/** More than an account takes in an hour before it counts as attacked. */
const FROM_MANY = 120;

export const signIns: Attack[] = [
  {
    promise: "TR-2",
    name: "wrong passwords from one network and from many do not keep the owner's own browser out",
    run: async (shop) => {
      const first = await signIn(shop, HOME, OWNER.password);
      const known = cookiesOf(first.headers.get("set-cookie") ?? "");
      const guess = async (from: string, index: number) =>
        (await signIn(shop, from, `a wrong guess ${index}`)).status;
      const one: number[] = [];
      const many: number[] = [];
      for (let index = 0; index < FROM_ONE; index += 1) one.push(await guess("192.0.2.7", index));
      for (let index = 0; index < FROM_MANY; index += 1) many.push(await guess(`198.51.100.${index}`, index));
      const again = await signIn(shop, HOME, OWNER.password, known);
      return [
        ...unless(first.status === 302, `the owner's first sign-in: ${first.status}`),
        ...unless(one.filter((status) => status !== 429).length <= 10, `one network was asked ${one}`),
        ...unless(many.at(-1) === 429, "guesses from many networks met no limit"),
        ...unless(again.status === 302, `the owner afterwards: ${again.status}`),
      ];
    },
  },
];
