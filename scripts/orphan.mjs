const LOOK_EVERY_MS = 500;
const parent = process.ppid;

/**
 * Calls back once when the process that started this one is gone. npm runs a script through a shell, and when npm
 * forwards a SIGTERM, only the shell dies, although the script was meant. Without npm nothing is watched, because
 * a script that was started in the background may well outlive its parent.
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
