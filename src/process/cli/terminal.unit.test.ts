import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readPassword } from "./terminal.ts";

/** Types each of these when it is asked; notes when the terminal showed what was typed. */
async function typing(...lines: string[]) {
  const said: string[] = [];
  let isRaw = false;
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (next: boolean) => {
      isRaw = next;
    },
  });
  const note = (text: string) => {
    said.push(isRaw ? text : `shown: ${text}`);
    input.write(lines.shift() ?? "");
  };
  const password = await readPassword({ say: note, note, clock: () => 0, input });
  return { password, said, isRaw };
}

test("a password is asked for twice, without the terminal showing it", async () => {
  expect(await typing("a long pass phrase\r", "a long pass phrase\r")).toEqual({
    password: "a long pass phrase",
    said: ["New password (hidden): ", "Repeat it: "],
    isRaw: false,
  });
  expect(await typing("one\n", "another\n")).toMatchObject({ password: null });
});

test("keys are taken back, and Ctrl-C changes nothing", async () => {
  expect(await typing("abd\u007fc\b\u007fbc\r", "abc\r")).toMatchObject({ password: "abc" });
  await expect(typing("half\u0003")).rejects.toThrow("Nothing was changed");
});

test("a password that comes through a pipe is its first line", async () => {
  const input = Object.assign(new PassThrough(), { isTTY: false });
  input.end("from a pipe\r\nmore\n");
  const silent = () => {};
  expect(await readPassword({ say: silent, note: silent, clock: () => 0, input })).toBe("from a pipe");
});
