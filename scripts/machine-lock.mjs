// Runs one of several commands at a time. The lock is a name that only one process of the machine can listen on.
// The kernel releases it when the holder ends, however it ends, so no lock is ever left behind and no code has to
// guess whether a process id still belongs to the same process.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Runs `work` while no other process runs work of the same name; calls `waiting` once when it has to wait.
 * @template T
 * @param {string} name
 * @param {() => void} waiting
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whileLocked(name, waiting, work) {
  const address = addressOf(name);
  let hasWaited = false;
  for (;;) {
    const release = await listenOn(address);
    if (release) {
      try {
        return await work();
      } finally {
        release();
      }
    }
    if (!hasWaited) waiting();
    hasWaited = true;
    await holderIsGone(address);
  }
}

function addressOf(name) {
  const short = createHash("sha256").update(name).digest("hex").slice(0, 24);
  if (process.platform === "linux") return `\0golf-pro-shop-${short}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\golf-pro-shop-${short}`;
  return path.join(tmpdir(), `golf-pro-shop-${short}.lock`);
}

function listenOn(address) {
  return new Promise((resolve, reject) => {
    const waiters = new Set();
    const server = createServer((socket) => {
      waiters.add(socket.unref());
      socket.on("error", () => {}).once("close", () => waiters.delete(socket));
    });
    // Waiting processes notice the end by the broken connection.
    const release = () => {
      server.close();
      for (const socket of waiters) socket.destroy();
    };
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(address, () => {
      server.unref();
      resolve(release);
    });
  });
}

const RETRY_DELAY_MS = 100;

/** Stays connected to the holder until it is done or dead. */
function holderIsGone(address) {
  return new Promise((resolve) => {
    const again = () => setTimeout(resolve, RETRY_DELAY_MS);
    const socket = connect(address);
    socket.once("error", (error) => {
      // Where the name is a file, it survives a killed holder; then nothing listens on it.
      if (error.code === "ECONNREFUSED" && address.startsWith("/")) rmSync(address, { force: true });
    });
    socket.once("close", again);
  });
}
