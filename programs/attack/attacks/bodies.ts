import { type Attack, unless } from "../attack.ts";

const MB = 1024 * 1024;
const FORMS = [
  "/contact",
  "/orders",
  "/admin/login",
  "/admin/login/code",
  "/functions/v1/create-payment-intent",
];
const FORM_TYPE: [string, string] = ["Content-Type", "application/x-www-form-urlencoded"];

const WEBHOOK = "/webhooks/stripe";
const SENDERS = 40;
/** More than a process collects at once comes from all senders. */
const GIVEN_UP_MIN = 8;
const stampedAt = (seconds: number): [string, string] => [
  "Stripe-Signature",
  `t=${Math.floor(seconds)},v1=${"0".repeat(64)}`,
];

const JSON_TYPE: [string, string] = ["Content-Type", "application/json"];
const typeOf = (target: string) => (target.startsWith("/functions") ? JSON_TYPE : FORM_TYPE);

function* chunks(megabytes: number) {
  const part = "a".repeat(64 * 1024);
  for (let sent = 0; sent < megabytes * 16; sent += 1) yield `${part.length.toString(16)}\r\n${part}\r\n`;
  yield "0\r\n\r\n";
}

export const bodies: Attack[] = [
  {
    promise: "TR-1",
    name: "200 MB in chunks to every form; another visitor asks meanwhile",
    run: async (shop) => {
      const broken: string[] = [];
      for (const target of FORMS) {
        const headers: [string, string][] = [
          ["Origin", shop.publicUrl],
          typeOf(target),
          ["Transfer-Encoding", "chunked"],
        ];
        const flood = shop.ask({ method: "POST", target, headers, body: chunks(200) });
        const other = await shop.ask({ target: "/healthz" });
        const answer = await flood;
        // A closed connection is a refusal too: the shop did not read on.
        const isRefused = answer.status === 413 || answer.status === 429 || answer.status === 0;
        broken.push(
          ...unless(
            isRefused && answer.ms < 2_000,
            `${target}: ${answer.status} after ${Math.round(answer.ms)} ms`,
          ),
        );
        broken.push(
          ...unless(
            other.status === 200 && other.ms < 1_000,
            `another visitor waited ${Math.round(other.ms)} ms`,
          ),
        );
      }
      return broken;
    },
  },
  {
    promise: "TR-1",
    name: "a length of 200 MB is refused before the body comes",
    run: async (shop) => {
      const headersOf = (target: string): [string, string][] => [
        ["Origin", shop.publicUrl],
        typeOf(target),
        ["Content-Length", String(200 * MB)],
      ];
      const answers = await Promise.all(
        FORMS.map((target) =>
          shop.ask({ method: "POST", target, headers: headersOf(target), body: ["a=b"] }),
        ),
      );
      return answers.flatMap(({ status, ms }, index) =>
        unless(status === 413 && ms < 2_000, `${FORMS[index]}: ${status}`),
      );
    },
  },
  {
    promise: "TR-1",
    name: "events of 1 MB that nobody signed lately are refused before the body comes",
    run: async (shop) => {
      const signatures: [string, string][][] = [[], [["Stripe-Signature", "x"]], [stampedAt(0)]];
      const answers = await Promise.all(
        signatures.map((signature) => {
          const headers: [string, string][] = [...signature, ["Content-Length", String(MB)]];
          return shop.ask({ method: "POST", target: WEBHOOK, headers, body: ["{"] });
        }),
      );
      return answers.flatMap(({ status, ms }, index) =>
        unless(status === 400 && ms < 2_000, `${signatures[index]?.join() || "no signature"}: ${status}`),
      );
    },
  },
  {
    promise: "TR-1",
    name: `${SENDERS} events of 1 MB with an invented signature stall before their last byte; another one comes meanwhile`,
    run: async (shop) => {
      const signature = stampedAt(Date.now() / 1_000);
      const headers: [string, string][] = [signature, ["Content-Length", String(MB)]];
      const body = ["x".repeat(MB - 1)];
      const stalling = Array.from({ length: SENDERS }, () =>
        shop.ask({ method: "POST", target: WEBHOOK, headers, body }),
      );
      await Promise.race(stalling);
      const small: [string, string][] = [signature, ["Content-Length", "2"]];
      const other = await shop.ask({ method: "POST", target: WEBHOOK, headers: small, body: ["{}"] });
      const givenUp = (await Promise.all(stalling)).filter(({ status }) => status === 503).length;
      return [
        ...unless(givenUp >= GIVEN_UP_MIN, `${givenUp} of ${SENDERS} were given up`),
        ...unless(
          other.status === 400 && other.ms < 1_000,
          `another event: ${other.status} after ${Math.round(other.ms)} ms`,
        ),
      ];
    },
  },
  {
    promise: "TR-1",
    name: "wrong content types and broken multipart",
    run: async (shop) => {
      const types = [
        "text/xml",
        "application/octet-stream",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
      ];
      const broken: string[] = [];
      for (const target of FORMS) {
        for (const type of types) {
          const headers: [string, string][] = [
            ["Origin", shop.publicUrl],
            ["Content-Type", type],
            ["Content-Length", "9"],
          ];
          const { status } = await shop.ask({ method: "POST", target, headers, body: ["--x\r\nabcd"] });
          broken.push(
            ...unless(status === 400 || status === 415 || status === 429, `${target} as ${type}: ${status}`),
          );
        }
      }
      return broken;
    },
  },
  {
    promise: "TR-1",
    name: "methods that a page does not have",
    run: async (shop) => {
      const broken: string[] = [];
      for (const target of [
        "/",
        "/shop",
        "/contact",
        "/admin/login",
        "/admin/orders",
        "/healthz",
        WEBHOOK,
        "/nowhere",
      ]) {
        for (const method of ["TRACE", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
          const { status } = await shop.ask({ method, target, headers: [["Origin", shop.publicUrl]] });
          broken.push(...unless(status >= 400 && status < 500, `${method} ${target}: ${status}`));
          if (method === "TRACE")
            broken.push(...unless(status === 405 || status === 400, `TRACE ${target}: ${status}`));
        }
        const { status } = await shop.ask({ method: "HEAD", target });
        broken.push(...unless(status < 500, `HEAD ${target}: ${status}`));
      }
      return broken;
    },
  },
];
