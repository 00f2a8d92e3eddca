import { type Attack, unless } from "../attack.ts";
import { form } from "../wire.ts";

const WRITES = [
  "/admin/sign-out",
  "/admin/login",
  "/contact",
  "/admin/products/images",
  "/functions/v1/create-payment-intent",
];

export const writes: Attack[] = [
  {
    promise: "TR-7",
    name: "writes from other origins, from http, and across sites",
    run: async (shop) => {
      const { host } = new URL(shop.publicUrl);
      const foreign: [string, string][][] = [
        [["Origin", "https://evil.example"]],
        [["Origin", "null"]],
        [["Origin", `https://${host}.evil.example`]],
        [["Sec-Fetch-Site", "cross-site"]],
        ...(shop.mode === "live" ? [[["Origin", `http://${host}`] satisfies [string, string]]] : []),
      ];
      const broken: string[] = [];
      for (const target of WRITES) {
        for (const named of foreign) {
          const { headers, body } = form({ email: "x@example.com" });
          const answer = await shop.ask({ method: "POST", target, headers: [...named, ...headers], body });
          const isRefused = answer.status === 403 && !answer.headers.has("set-cookie");
          broken.push(...unless(isRefused, `${target} with ${named.join()}: ${answer.status}`));
        }
      }
      return broken;
    },
  },
  {
    promise: "TR-7",
    name: "functions take JSON only, which no form of another site can send",
    run: async (shop) => {
      const headers: [string, string][] = [
        ["Origin", shop.publicUrl],
        ["Content-Type", "text/plain"],
        ["Content-Length", "2"],
      ];
      const answer = await shop.ask({
        method: "POST",
        target: "/functions/v1/create-payment-intent",
        headers,
        body: ["{}"],
      });
      return unless(answer.status === 415, `text/plain: ${answer.status}`);
    },
  },
];
