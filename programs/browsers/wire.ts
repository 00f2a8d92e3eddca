// How a browser is controlled: WebDriver over HTTP (WebKitWebDriver, chromedriver), or Marionette, which is how
// Firefox speaks WebDriver without a program between. Both take the same commands; here they have Marionette's names.
import { connect, type Socket } from "node:net";

/** What the browser refused, with WebDriver's code, such as "no such element". */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export type Wire = {
  /** One command, by the name of Marionette without "WebDriver:". Throws Refused. */
  send: (command: Command, parameters?: Record<string, unknown>) => Promise<unknown>;
  close: () => Promise<void>;
};

/** Where WebDriver over HTTP has each command; {id} stands for the element. */
const ADDRESSES = {
  Navigate: ["POST", "/url"],
  GetCurrentURL: ["GET", "/url"],
  Back: ["POST", "/back"],
  SetWindowRect: ["POST", "/window/rect"],
  GetWindowRect: ["GET", "/window/rect"],
  ExecuteScript: ["POST", "/execute/sync"],
  ElementClick: ["POST", "/element/{id}/click"],
  ElementClear: ["POST", "/element/{id}/clear"],
  ElementSendKeys: ["POST", "/element/{id}/value"],
  PerformActions: ["POST", "/actions"],
  TakeScreenshot: ["GET", "/screenshot"],
  DeleteSession: ["DELETE", ""],
} as const satisfies Record<string, readonly [string, string]>;

export type Command = keyof typeof ADDRESSES;

const ANSWER_MS_MAX = 60_000;

/** A session with a driver that listens at `url`. */
export async function wireToDriver(url: string, capabilities: Record<string, unknown>): Promise<Wire> {
  const { sessionId } = (await ask(`${url}/session`, "POST", {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string };
  const session = `${url}/session/${sessionId}`;
  return {
    send: (command, { id, ...rest } = {}) => {
      const [method, path] = ADDRESSES[command];
      return ask(session + path.replace("{id}", String(id)), method, rest);
    },
    close: async () => {
      await ask(session, "DELETE");
    },
  };
}

async function ask(url: string, method: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(method === "POST" ? { body: JSON.stringify(parameters) } : {}),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Refused(error, message);
}

/** A session with a Firefox whose Marionette listens at `port`. */
export async function wireToMarionette(port: number): Promise<Wire> {
  const socket = await connected(port);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readMessages(socket, (message) => {
    if (!Array.isArray(message)) return; // Its greeting.
    const [, number, error, result] = message as [
      1,
      number,
      { error: string; message: string } | null,
      unknown,
    ];
    const asked = waiting.get(number);
    waiting.delete(number);
    if (error) asked?.reject(new Refused(error.error, error.message));
    else asked?.resolve(result);
  });
  socket.once("close", () => {
    for (const asked of waiting.values()) asked.reject(new Error("Firefox has closed the connection"));
  });
  let last = 0;
  const say = (name: string, parameters: Record<string, unknown>): Promise<unknown> => {
    last += 1;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(last, asked);
    const text = JSON.stringify([0, last, name, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return asked.promise;
  };
  await say("WebDriver:NewSession", {});
  return {
    send: async (command, parameters = {}) => {
      const answer = await say(`WebDriver:${command}`, parameters);
      // Results that are one value come as {value}.
      return answer && typeof answer === "object" && "value" in answer ? answer.value : answer;
    },
    close: async () => {
      await say("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
      socket.destroy();
    },
  };
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  return socket;
}

/** Each message is its length in bytes, a colon and JSON. */
function readMessages(socket: Socket, take: (message: unknown) => void): void {
  let unread: Buffer = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    unread = Buffer.concat([unread, Buffer.from(bytes)]);
    for (;;) {
      const colon = unread.indexOf(":");
      if (colon < 0) return;
      const end = colon + 1 + Number(unread.subarray(0, colon).toString());
      if (unread.length < end) return;
      take(JSON.parse(unread.subarray(colon + 1, end).toString()));
      unread = unread.subarray(end);
    }
  });
}
