import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { CLIENT_IP_HEADER, clientIpOf } from "#server/client-ip.ts";
import { closeServer, createHttpServer } from "./http-listener.ts";

const SOURCES = path.join(import.meta.dirname, "..");

describe("the header that carries the client's IP", () => {
  let stop = async () => {};
  afterEach(() => stop());

  test("what the listener writes is what limits read, and a client cannot write it", async () => {
    const server = createHttpServer(
      { publicUrl: "https://shop.example", trustProxy: null },
      (request) => new Response(clientIpOf(request)),
      () => false,
    );
    stop = () => closeServer(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ipWith = async (headers: Record<string, string>) => (await fetch(url, { headers })).text();
    expect(await ipWith({})).toBe("127.0.0.1");
    expect(await ipWith({ [CLIENT_IP_HEADER]: "198.51.100.1" })).toBe("127.0.0.1");
    expect(await ipWith({ "X-Forwarded-For": "203.0.113.7", [CLIENT_IP_HEADER]: "198.51.100.1" })).toBe(
      "203.0.113.7",
    );
  });

  test("its name is written in one file, so that a rename reaches everybody who counts", () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
    const naming = files.filter(
      (file) =>
        /\.tsx?$/.test(file) && readFileSync(path.join(SOURCES, file), "utf8").includes(CLIENT_IP_HEADER),
    );
    expect(naming).toEqual([path.join("server", "client-ip.ts")]);
  });
});
