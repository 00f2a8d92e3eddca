import { type Attack, unless } from "../attack.ts";

const PAGES_ONLY_IN_DEMO = [
  "/dev/mailbox",
  "/dev/mailbox.css",
  "/dev",
  "/sandbox",
  "/sandbox/stripe.js",
  "/sandbox/api/v1/x",
];
/** Longer than a page in memory is fresh. */
const STALE_MS = 31_000;

export const hosts: Attack[] = [
  {
    promise: "TR-11",
    name: "//host/path does not reach a page past a proxy's rule",
    run: async (shop) => {
      const broken: string[] = [];
      for (const target of [
        "//x/admin/login",
        "//x/contact",
        "//:1/x",
        "//%00/x",
        "//%zz/x",
        "///admin/login",
        "/\\x/admin/login",
      ]) {
        const { status, headers } = await shop.ask({ target });
        const isOut = /^\/\//.test(headers.get("location") ?? "");
        broken.push(
          ...unless(
            status >= 300 && status < 500 && !isOut,
            `${target}: ${status} ${headers.get("location") ?? ""}`,
          ),
        );
      }
      return broken;
    },
  },
  {
    promise: "TR-11",
    name: "two Host headers, and none",
    run: async (shop) => {
      const { host } = new URL(shop.publicUrl);
      const two = await shop.ask({
        target: "/",
        headers: [
          ["Host", host],
          ["Host", "evil.example"],
        ],
      });
      const same = await shop.ask({
        target: "/",
        headers: [
          ["Host", host],
          ["Host", host],
        ],
      });
      return [
        ...unless(two.status === 400, `two: ${two.status}`),
        ...unless(same.status === 400, `twice: ${same.status}`),
      ];
    },
  },
  {
    promise: "TR-11",
    name: "another host is led to the shop's own, and its name gets into no page",
    modes: ["live"],
    run: async (shop) => {
      const answer = await shop.ask({ target: "/shop?sort=newest", headers: [["Host", "evil.example"]] });
      const page = await shop.ask({ target: "/shop?sort=newest" });
      const location = answer.headers.get("location");
      return [
        ...unless(
          answer.status === 308 && location === `${shop.publicUrl}/shop?sort=newest`,
          `${answer.status} ${location}`,
        ),
        ...unless(!page.body.includes("evil.example"), "the page names evil.example"),
      ];
    },
  },
  {
    promise: "TR-11",
    name: "/dev and /sandbox answer 404 from fresh, stale, and refilled caches",
    modes: ["live"],
    run: async (shop) => {
      const broken: string[] = [];
      const askAll = async (when: string) => {
        for (const target of [...PAGES_ONLY_IN_DEMO, "/nowhere", ...PAGES_ONLY_IN_DEMO]) {
          const { status } = await shop.ask({ target });
          broken.push(...unless(status === 404, `${target} ${when}: ${status}`));
        }
      };
      await askAll("fresh");
      await askAll("from memory");
      await new Promise((resolve) => setTimeout(resolve, STALE_MS));
      await Promise.all([askAll("stale"), askAll("stale"), askAll("stale")]);
      await askAll("refilled");
      return broken;
    },
  },
];
