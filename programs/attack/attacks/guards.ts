import { type Attack, unless } from "../attack.ts";

const BACK_OFFICE = [
  "/admin/orders",
  "/admin/orders/",
  "/admin/orders.data",
  "/admin/orders.data?_routes=routes/admin/orders/orders",
  "/admin/orders.data?_routes=root",
  "/shop.data?_routes=routes/admin/orders/orders",
  "/_.data?_routes=routes/admin/orders/orders",
  "/admin/orders/export",
  "/admin/packing/labels",
  "/admin/orders/export.data",
  "/admin/products/export.csv",
  "/admin/settings/user.data",
  "/ADMIN/orders",
  "/%61dmin/orders",
  "/admin%2forders",
  "/admin/./orders",
  "/shop/%2e%2e/admin/orders",
  "/admin;x/orders",
  "/admin/orders%00",
];
/** What only pages behind the guard say. */
const INSIDE = /owner@example\.com|id="orders-table"|Order ID|"orders"/;

const FORGED: [string, string][] = [
  ["X-Original-URL", "/admin/orders"],
  ["X-Rewrite-URL", "/admin/orders"],
  ["X-Forwarded-Host", "evil.example"],
  ["Forwarded", "host=evil.example"],
  ["X-Forwarded-Prefix", "//evil.example"],
  ["Cookie", "__Host-shop.session_token=evil.example"],
];

const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: evil.example\r\n\r\n";

export const guards: Attack[] = [
  {
    promise: "guards",
    name: "no spelling of an address of the back office shows anything to a stranger",
    run: async (shop) => {
      const broken: string[] = [];
      for (const target of BACK_OFFICE) {
        const { status, headers, body } = await shop.ask({ target });
        const isEmpty = status !== 200 || body.length < 50;
        broken.push(...unless(isEmpty && !INSIDE.test(body), `${target}: ${status}, ${body.length} bytes`));
        const location = headers.get("location") ?? "/";
        broken.push(...unless(/^\/(?![/\\])/.test(location), `${target} leads to ${location}`));
      }
      return broken;
    },
  },
  {
    promise: "TR-11",
    name: "headers that name another page or host get into no page and no cache",
    run: async (shop) => {
      const broken: string[] = [];
      for (const header of FORGED) {
        await shop.ask({ target: "/about?first", headers: [header] });
        const { status, body } = await shop.ask({ target: "/about?first" });
        broken.push(
          ...unless(status === 200 && !body.includes("evil.example"), `${header[0]}: ${status}, or named`),
        );
      }
      await shop.ask({ target: `${shop.publicUrl}/terms`, headers: [["Host", "evil.example"]] });
      const { body } = await shop.ask({ target: "/terms" });
      return [...broken, ...unless(!body.includes("evil.example"), "an absolute target names the host")];
    },
  },
  {
    promise: "TR-11",
    name: "a second request hidden in the body of the first is never answered",
    run: async (shop) => {
      const framings: [string, string][][] = [
        [
          ["Content-Length", "4"],
          ["Transfer-Encoding", "chunked"],
        ],
        [
          ["Transfer-Encoding", "chunked"],
          ["Transfer-Encoding", "identity"],
        ],
        [["Transfer-Encoding", "xchunked"]],
        [["Transfer-Encoding ", "chunked"]],
        [
          ["Content-Length", "5"],
          ["Content-Length", "50"],
        ],
        [["Content-Length", "+5"]],
      ];
      const broken: string[] = [];
      for (const framing of framings) {
        const headers: [string, string][] = [
          ["Origin", shop.publicUrl],
          ["Content-Type", "application/x-www-form-urlencoded"],
          ...framing,
        ];
        const { status, body } = await shop.ask({
          method: "POST",
          target: "/contact",
          headers,
          body: [`0\r\n\r\n${SMUGGLED}`],
        });
        const isClosed = status === 400 && !body.includes("HTTP/1.1");
        broken.push(...unless(isClosed, `${framing.join(" ")}: ${status}`));
      }
      return broken;
    },
  },
];
