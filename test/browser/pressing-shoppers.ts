// Shoppers who keep requesting while a shop is told to stop. An accepted request gets its response, and a connection
// ends only after its shopper was told ("Connection: close") or was idle.
import { Agent, request as httpRequest } from "node:http";
import type { RunningShop } from "./shop-process.ts";

const TARGETS = ["/", "/shop", "/shop?search=cap", "/about", "/healthz"];

export type Load = {
  answered: () => number;
  /** Requests that the shop accepted, or could have accepted, without responding. */
  dropped: string[];
  /** Resolves when the shop refuses every shopper's connection. */
  over: Promise<unknown>;
};

/** Shoppers who send requests without a pause, each over a separate connection, until nothing listens anymore. */
export function startLoad({ port }: RunningShop, shoppers: number): Load {
  let answered = 0;
  const dropped: string[] = [];
  const shop = async (shopper: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let step = shopper; ; step += 1) {
      const isPost = step % 4 === 0;
      const target = isPost ? "/functions/v1/refresh-cart" : (TARGETS[step % TARGETS.length] ?? "/");
      const outcome = await ask(port, agent, target, isPost);
      if (outcome === "closed") break;
      if (outcome === "answered") answered += 1;
      else dropped.push(`${target}: ${outcome}`);
    }
    agent.destroy();
  };
  const over = Promise.all(Array.from({ length: shoppers }, (_, shopper) => shop(shopper)));
  return { answered: () => answered, dropped, over };
}

/** closed: nothing listened. Anything else but "answered" is what happened to an accepted request. */
function ask(port: number, agent: Agent, path: string, isPost: boolean): Promise<string> {
  return new Promise((resolve) => {
    const method = isPost ? "POST" : "GET";
    const headers = isPost ? { "content-type": "application/json" } : {};
    const request = httpRequest(
      { port, host: "localhost", path, agent, method, headers, family: 4 },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.complete ? "answered" : "cut off"));
        response.once("error", (error) => resolve(error.message));
      },
    );
    request.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code === "ECONNREFUSED" ? "closed" : `${error.message}, reused ${request.reusedSocket}`);
    });
    request.end(isPost ? '{"items":[]}' : undefined);
  });
}
