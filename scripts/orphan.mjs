const LOOK_EVERY_MS = 500;
const parent = process.ppid;

/**
 * Calls back once when the process that started this one is gone. npm runs a script by a shell, and a shell
 * that npm passes a SIGTERM on to dies of it alone: the script is what was meant. Without npm nothing is watched,
 * because whoever starts a script in the background may well end before it.
 * @param {() => void} stop
 */
export function whenOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, LOOK_EVERY_MS);
  look.unref();
}
