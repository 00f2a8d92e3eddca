import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ConnectionDropped, type Sandbox } from "./sandbox.ts";

/** Serves a sandbox with `node:http`; a dropped connection closes the socket without an answer. */
export function sandboxListener(sandbox: Sandbox) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    answer(sandbox, incoming, outgoing).catch((error: unknown) => {
      if (error instanceof ConnectionDropped) incoming.socket.destroy();
      else outgoing.writeHead(500, { "content-type": "text/plain" }).end("The payment sandbox failed.");
    });
  };
}

async function answer(sandbox: Sandbox, incoming: IncomingMessage, outgoing: ServerResponse) {
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const request = new Request(`http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`, {
    method: incoming.method,
    headers: Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" as const }),
  });
  const response = await sandbox.fetch(request);
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
