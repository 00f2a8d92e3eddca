import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openPostgresDatabase } from "./database.ts";

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

const text = (value: string) => Buffer.from(`${value}\0`);
const short = (value: number) => Buffer.from([value >> 8, value & 255]);
const long = (value: number) => Buffer.concat([short(value >> 16), short(value & 65_535)]);

/** A message of PostgreSQL's protocol. */
function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), long(body.length + 4), body]);
}

const ready = message("Z", Buffer.from("I"));
const TEXT_TYPE = 25;

function rowOf(row: Record<string, string>): Buffer {
  const names = Object.keys(row);
  const columns = names.map((name) =>
    Buffer.concat([text(name), long(0), short(0), long(TEXT_TYPE), short(65_535), long(0), short(0)]),
  );
  const values = names.map((name) => {
    const value = Buffer.from(row[name] ?? "");
    return Buffer.concat([long(value.length), value]);
  });
  return Buffer.concat([
    message("T", short(names.length), ...columns),
    message("D", short(names.length), ...values),
    message("C", text("SELECT 1")),
    ready,
  ]);
}

/** The URL of a server that accepts every client and answers each query with this row. */
async function serve(row: Record<string, string>): Promise<string> {
  server = createServer((socket) => {
    let isGreeted = false;
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      if (!isGreeted) socket.write(Buffer.concat([message("R", long(0)), ready]));
      else if (chunk.toString("latin1", 0, 1) === "Q") socket.write(rowOf(row));
      isGreeted = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `postgres://shop@127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
}

const limits = { timeout: "30s", idle: "5s" };

test("a server that is too old is refused in one sentence", async () => {
  const url = await serve({ number: "149999", ...limits });
  await expect(openPostgresDatabase(url)).rejects.toThrow(
    "The database at DATABASE_URL can't be used: PostgreSQL 15 or newer is needed. Check the URL, and that the server is running.",
  );
});

test("the oldest version that will do is taken", async () => {
  const database = await openPostgresDatabase(await serve({ number: "150000", ...limits }));
  await database.close();
});
