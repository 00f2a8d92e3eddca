// The payment provider as a separate process: it accepts payments and sends webhooks whether the shop is up or not.
// Started by provider-process.ts with its folder, the shop's address, and the shared secret.
import { startSandbox } from "#process/sandbox/sandbox-service.ts";
import { loadSecrets } from "#server/core/secrets.ts";

const [dataDir = "", publicUrl = "", shopSecret = ""] = process.argv.slice(2);
const sandbox = await startSandbox({
  env: { dataDir, publicUrl },
  secrets: loadSecrets({ dataDir, shopSecret, shopSecretOld: null }),
  webhookUrl: () => `${publicUrl}/webhooks/stripe`,
  clock: Date.now,
});
// Ctrl-C reaches the whole group; the run decides when its provider ends.
process.on("SIGINT", () => {});
process.once("disconnect", () => process.exit(0));
process.send?.(sandbox.port);
