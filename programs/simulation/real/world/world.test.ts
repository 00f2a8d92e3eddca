// The parts around the shop, each by itself: a run of them all takes a minute and is a command of its own.
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createSmtpMailer } from "#server/mail/smtp-mailer.ts";
import { freePort } from "#test/postgres.ts";
import { startFront } from "./front.ts";
import { startMailSink } from "./mail-sink.ts";
import { childrenOf, findOwnerOfPort, parentOf, signal } from "./process-tree.ts";

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  cleanUp.push(() => server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

test("the front leads to the machine that is there", async () => {
  const [gone, living] = [
    await freePort(),
    await listen(createServer((_request, answer) => answer.setHeader("connection", "close").end("sold"))),
  ];
  const front = await startFront([gone, living]);
  cleanUp.push(front.stop);
  for (let visit = 0; visit < 4; visit += 1) expect(await (await fetch(front.origin)).text()).toBe("sold");
});

test("the front breaks a connection when no machine is there", async () => {
  const front = await startFront([await freePort()]);
  cleanUp.push(front.stop);
  await expect(fetch(front.origin)).rejects.toThrow();
});

test("the mail server counts what it has taken by Message-ID, and turns some away", async () => {
  let isRefusing = true;
  const random = { next: () => 0, below: () => 0, chance: () => isRefusing, pick: first, weighted: never };
  const sink = await startMailSink(random);
  cleanUp.push(sink.stop);
  const mailer = createSmtpMailer({ smtpUrl: sink.url, from: "orders@shop.example" });
  cleanUp.push(() => mailer.close());
  const mail = {
    to: { name: "Pat Example", address: "pat@example.com" },
    subject: "Your order",
    text: "Thank you.\n.\nSee you.",
    html: "<p>Thank you.</p>",
    messageId: "<order_confirmation.1@shop.example>",
  };
  await expect(mailer.send(mail)).rejects.toThrow("try again later");
  isRefusing = false;
  await mailer.send(mail);
  await mailer.send(mail);
  expect([...sink.taken]).toEqual([[mail.messageId, 2]]);
  expect(sink.refused()).toBe(1);
});

test.runIf(process.platform === "linux")(
  "a process knows its children, and whose a connection is",
  async () => {
    const port = await listen(createServer());
    const child = spawn("sleep", ["30"]);
    cleanUp.push(() => child.kill("SIGKILL"));
    expect(childrenOf(process.pid)).toContain(child.pid);
    const socket = connect(port, "127.0.0.1");
    cleanUp.push(() => socket.destroy());
    await new Promise((resolve) => socket.once("connect", resolve));
    expect(findOwnerOfPort(socket.localPort ?? 0, [child.pid ?? 0, process.pid])).toBe(process.pid);
    signal(child.pid ?? 0, "SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(parentOf(child.pid ?? 0)).toBe(null);
  },
);

function first<T>([value]: readonly T[]): T {
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

function never(): never {
  throw new Error("the mail server weighs nothing");
}
