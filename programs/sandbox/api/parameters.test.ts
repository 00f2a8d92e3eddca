import { expect, test } from "vitest";
import { parseFormBody } from "./form-body.ts";
import { mergeMetadata, readParameters } from "./parameters.ts";

test("brackets nest, empty brackets append", () => {
  const tree = parseFormBody("a[b][c]=1&list[]=x&list[]=y&items[0][id]=p&plain=q%20r");
  expect(JSON.parse(JSON.stringify(tree))).toEqual({
    a: { b: { c: "1" } },
    list: { 0: "x", 1: "y" },
    items: { 0: { id: "p" } },
    plain: "q r",
  });
});

test("hostile names reach nothing", () => {
  const tree = parseFormBody("__proto__[polluted]=1&constructor[prototype][polluted]=1");
  expect(Object.getPrototypeOf(tree)).toBeNull();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(() => readParameters(tree, { amount: "integer" })).toThrow("unknown parameter: __proto__");
  expect(() => parseFormBody(`a${"[b]".repeat(9)}=1`)).toThrow("nested too deep");
  expect(() => parseFormBody("a=1&a=2")).toThrow("Duplicate");
  expect(() => parseFormBody("a=1&a[b]=2")).toThrow("Invalid parameter");
});

test("values are read by their rule", () => {
  const shape = {
    amount: "integer",
    on: "boolean",
    who: { name: "text" },
    tags: "texts",
    created: "range",
  } as const;
  const read = (text: string) => readParameters(parseFormBody(text), shape);
  expect(read("amount=42&on=true&who[name]=Pat&tags[0]=a&created[gte]=5&created[lt]=9")).toEqual({
    amount: 42,
    on: true,
    who: { name: "Pat" },
    tags: ["a"],
    created: { from: 5, to: 8 },
  });
  expect(read("who=")).toEqual({ who: null });
  for (const bad of [
    "amount=4.2",
    "amount=1e3",
    "amount=",
    "on=yes",
    "who=Pat",
    "created[near]=4",
    "amount[a]=1",
  ]) {
    expect(() => read(bad)).toThrow();
  }
});

test("metadata merges by key, has Stripe's limits and can be emptied", () => {
  expect(mergeMetadata({ a: "1", b: "2" }, { b: "", c: "3" })).toEqual({ a: "1", c: "3" });
  expect(mergeMetadata({ a: "1" }, null)).toEqual({});
  const read = (text: string) => readParameters(parseFormBody(text), { metadata: "map" });
  expect(() => read(`metadata[${"k".repeat(41)}]=1`)).toThrow("40 characters");
  expect(() => read(`metadata[k]=${"v".repeat(501)}`)).toThrow("500 characters");
  expect(() => read(Array.from({ length: 51 }, (_, i) => `metadata[k${i}]=1`).join("&"))).toThrow("50 keys");
});
