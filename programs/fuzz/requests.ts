// Makes hostile requests to one address: near misses of what it takes, so that they get far, and junk of every kind.
import type { Random } from "../simulation/random.ts";
import { type Address, functionPath } from "./addresses.ts";
import { hostileJson, hostileText, spoiled } from "./corpus.ts";
import { functionExamples, type Known } from "./examples.ts";

export type FuzzRequest = { method: string; target: string; bytes: Buffer };

/** The forms of a page, as it draws them: names of fields with the values that they had. */
export type Form = Map<string, string[]>;

export type Aim = {
  address: Address;
  host: string;
  origin: string;
  /** The owner's cookies; null: a stranger. */
  cookie: string | null;
  form: Form;
  /** Signs a webhook. */
  sign: (body: string) => string;
  known: Known;
};

type Draft = { method: string; target: string; headers: [string, string][]; body: string | Buffer | null };

const METHODS = ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "SEARCH", "LINK"];
const FORM = "application/x-www-form-urlencoded";

export function makeRequest(random: Random, aim: Aim): FuzzRequest {
  const ways: [number, (random: Random, aim: Aim) => Draft][] = [
    [aim.address.kind === "page" ? 3 : 2, reading],
    [aim.form.size > 0 || aim.address.kind !== "page" ? 6 : 2, sending],
    [1, otherMethod],
    [2, junkBody],
    [1, junkTarget],
    [1, junkHeaders],
  ];
  return encode(random.weighted(ways)(random, aim), aim, random);
}

function encode({ method, target, headers, body }: Draft, aim: Aim, random: Random): FuzzRequest {
  const content = body === null ? null : Buffer.from(body as string);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headers.some(([name]) => name === "Host") ? [] : [`Host: ${aim.host}`]),
    // Each request has a different client, so that limits per client stop nothing here.
    `X-Forwarded-For: 198.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    ...(aim.cookie ? [`Cookie: ${aim.cookie}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]/g, " ")}`),
    ...(content ? [`Content-Length: ${content.byteLength}`] : []),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8");
  return { method, target, bytes: content ? Buffer.concat([head, content]) : head };
}

function pathOf(random: Random, { address, known }: Aim): string {
  const id = () =>
    random.chance(0.6)
      ? (random.pick([...known.products.map((product) => product.id), ...known.orders]) ?? "1")
      : encodeURIComponent(hostileText(random).toWellFormed().slice(0, 300)).replace(/%2F/g, "-");
  return address.pattern.replace(/:\w+|\*/g, () => id().replace(/%00|%5C|%0[AD]|%1B|%01/gi, "-") || "-");
}

function queryOf(random: Random): string {
  const names = [
    "page",
    "q",
    "sort",
    "tab",
    "id",
    "category",
    "after",
    "before",
    "from",
    "range",
    "step",
    "_routes",
    "index",
    "intent",
  ];
  const pairs = Array.from({ length: random.below(4) }, () => {
    const text = hostileText(random).toWellFormed().replaceAll("\0", "");
    return `${random.chance(0.9) ? random.pick(names) : encodeURIComponent(text)}=${encodeURIComponent(text).slice(0, 2_000)}`;
  });
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function reading(random: Random, aim: Aim): Draft {
  const data = aim.address.kind === "page" && random.chance(0.7) ? ".data" : "";
  const path = pathOf(random, aim);
  const target = `${path === "/" && data ? "/_" : path}${data}${queryOf(random)}`;
  return { method: random.chance(0.9) ? "GET" : "HEAD", target, headers: [], body: null };
}

function sending(random: Random, aim: Aim): Draft {
  const { kind } = aim.address;
  const headers: [string, string][] = [["Origin", aim.origin]];
  if (kind === "webhook") return webhook(random, aim);
  if (kind === "function") {
    const example = functionExamples[functionPath(aim.address)](random, aim.known);
    const body = random.chance(0.1) ? example : spoiled(random, example);
    headers.push(["Content-Type", "application/json"]);
    return { method: "POST", target: pathOf(random, aim), headers, body: JSON.stringify(body) };
  }
  const data = kind === "page" && random.chance(0.8) ? ".data" : "";
  const target = `${pathOf(random, aim)}${data}${random.chance(0.2) ? queryOf(random) : ""}`;
  const fields = fieldsFor(random, aim.form);
  if (random.chance(0.3)) {
    const boundary = "----fuzz";
    headers.push(["Content-Type", `multipart/form-data; boundary=${boundary}`]);
    return { method: "POST", target, headers, body: multipart(random, fields, boundary) };
  }
  headers.push(["Content-Type", FORM]);
  const pairs = fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]);
  return { method: "POST", target, headers, body: new URLSearchParams(pairs).toString() };
}

/** The page's own fields with most of their values, and a few that no person would type. */
function fieldsFor(random: Random, form: Form): [string, string][] {
  const spoil = random.pick([0.1, 0.4, 0.9]);
  const fields = [...form].flatMap(([name, values]): [string, string][] => {
    if (random.chance(0.05)) return [];
    const value = random.chance(name === "intent" ? 0.05 : spoil) ? hostileText(random) : random.pick(values);
    return random.chance(0.05)
      ? [
          [name, value],
          [name, hostileText(random)],
        ]
      : [[name, value]];
  });
  if (random.chance(0.2)) fields.push([hostileText(random), hostileText(random)]);
  return fields;
}

function multipart(random: Random, fields: [string, string][], boundary: string): string {
  const parts = fields.map(([name, value]) => {
    const file = random.chance(0.1) ? `; filename="${hostileText(random).slice(0, 50)}"` : "";
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join("")}--${boundary}${random.chance(0.9) ? "--\r\n" : ""}`;
}

function webhook(random: Random, aim: Aim): Draft {
  const event = {
    id: `evt_${random.below(1e9)}`,
    object: "event",
    type: random.pick(["payment_intent.succeeded", "charge.refunded", "charge.dispute.created", "x.y"]),
    created: 1,
    data: { object: { id: "pi_1", object: "payment_intent", payment_intent: "pi_1" } },
  };
  const body = JSON.stringify(random.chance(0.8) ? spoiled(random, event) : event);
  const signature = random.chance(0.8) ? aim.sign(body) : hostileText(random).replace(/[^ -~]/g, "");
  const headers: [string, string][] = [
    ["Content-Type", "application/json"],
    ["Stripe-Signature", signature],
  ];
  return { method: "POST", target: aim.address.pattern, headers, body };
}

function otherMethod(random: Random, aim: Aim): Draft {
  const body = random.chance(0.5) ? "a=b" : null;
  const headers: [string, string][] = body ? [["Content-Type", FORM]] : [];
  const method = random.pick(METHODS);
  return { method, target: pathOf(random, aim), headers, body: method === "HEAD" ? null : body };
}

function junkBody(random: Random, aim: Aim): Draft {
  const types = [
    FORM,
    "application/json",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "text/plain",
    "application/json; charset=utf-16",
    "image/png",
    "",
    ";",
    "a/b".repeat(50),
  ];
  const body = random.pick<() => string | Buffer>([
    () => hostileJson(random),
    () => Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256))),
    () => "%".repeat(100),
    () => "&=&==&".repeat(500),
    () => `a=${"x".repeat(70_000)}`,
    () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
    () => `--x\r\nContent-Disposition: form-data; name*=UTF-8''%zz; filename="\\\r\n\r\n--x--`,
    () => "--x\r\n".repeat(500),
  ])();
  const headers: [string, string][] = [["Content-Type", random.pick(types)]];
  if (random.chance(0.7)) headers.push(["Origin", aim.origin]);
  return { method: "POST", target: pathOf(random, aim), headers, body };
}

function junkTarget(random: Random, aim: Aim): Draft {
  const path = pathOf(random, aim);
  const target = random.pick([
    `/${path}`,
    `//evil.example${path}`,
    `${path}/`,
    `${path}//`,
    `${path}/..`,
    `${path}/%2e%2e/admin`,
    `${path}%00`,
    `${path}%`,
    `${path}\\`,
    `${path}%5c`,
    `${path}/%zz`,
    `${path}%252e`,
    `${path}.data.data`,
    `${path};a=b`,
    `${path}?%00`,
    `${path}?${"a=b&".repeat(1_000)}`,
    `${path}?${"x".repeat(14_000)}`,
    path.toUpperCase(),
    `http://${aim.host}${path}`,
    `http://evil.example${path}`,
    "//:1/x",
    "//%00/x",
    "*",
    "http://",
    `${path}#x`,
    `${path}/%F0%9F%92%A5`,
  ]);
  return {
    method: random.chance(0.8) ? "GET" : "POST",
    target: target.replace(/[^!-~]/g, "-"),
    headers: [],
    body: null,
  };
}

function junkHeaders(random: Random, aim: Aim): Draft {
  const text = () =>
    hostileText(random)
      .replace(/[^\t -~]/g, "")
      .slice(0, 3_000);
  const names = [
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "If-None-Match",
    "If-Modified-Since",
    "Range",
    "Origin",
    "Referer",
    "Sec-Fetch-Site",
    "User-Agent",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "Forwarded",
    "X-Request-Id",
    "traceparent",
    "Cookie",
    "Authorization",
    "Upgrade",
    "Host",
    "X-React-Router-SPA-Mode",
    "Content-Encoding",
    "X-HTTP-Method-Override",
    "Via",
    "Priority",
  ];
  const headers = Array.from({ length: 1 + random.below(4) }, (): [string, string] => [
    random.pick(names),
    text(),
  ]);
  const isPost = random.chance(0.3);
  if (isPost) headers.push(["Content-Type", FORM]);
  return {
    method: isPost ? "POST" : "GET",
    target: pathOf(random, aim),
    headers,
    body: isPost ? "a=b" : null,
  };
}
