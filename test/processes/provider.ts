// The payment provider as a process of its own: it takes payments and knocks at the shop whether the shop is there or not.
// Started by provider-process.ts with its folder, the address of the shop, and the secret that both share.
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
