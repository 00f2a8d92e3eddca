// The embedded database belongs to one process, so a command asks the shop that runs: by this machine's own port, under
// the shop's name, with a token that only who can read the shop's secrets can make.
import { request } from "node:http";
import type { Environment } from "#server/core/env.ts";
import { loadSecrets } from "#server/core/secrets.ts";
import { doctorToken } from "#server/operations/doctor/doctor-token.ts";

export type DoctorAnswer = { text: string; isHealthy: boolean };

/** A shop of ten thousand orders is examined in seconds. */
const TIMEOUT_MS = 120_000;
const EVERYWHERE = ["0.0.0.0", "::"];

/** What the doctor of the running shop says; throws when it does not answer. */
export function askRunningShop(env: Environment): Promise<DoctorAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DoctorAnswer>();
  const asked = request({
    host: EVERYWHERE.includes(env.host) ? "127.0.0.1" : env.host,
    port: env.port,
    path: "/doctor",
    headers: { Host: new URL(env.publicUrl).host, Authorization: `Bearer ${doctorToken(loadSecrets(env))}` },
    timeout: TIMEOUT_MS,
  });
  asked.on("timeout", () => asked.destroy(new Error("the running shop did not respond")));
  asked.on("error", reject);
  asked.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (part: string) => {
      text += part;
    });
    response.on("error", reject);
    response.on("end", () =>
      response.statusCode === 200
        ? resolve(JSON.parse(text) as DoctorAnswer)
        : reject(new Error(`the running shop answered ${response.statusCode}`)),
    );
  });
  asked.end();
  return promise;
}
