import { redirect } from "react-router";
import { expect, test } from "vitest";
import { isAnswered } from "../../page/keep-form.ts";
import { stayingHere } from "./rules-preview.tsx";

test("[AL-4] an automatic preview never leads to sign-in, and nothing is loaded again", async () => {
  const ended = Promise.reject<object>(redirect("/admin/login?from=%2Fadmin%2Fsettings"));
  const answer = await stayingHere(ended);
  expect(answer).toMatchObject({ data: undefined, init: { status: expect.any(Number) } });
  const { init } = answer as { init: ResponseInit };
  expect(isAnswered({ actionStatus: init.status })).toBe(false);
});

test("a preview is told as it is answered, and a shop that is away as that", async () => {
  const preview = { kind: "preview", preview: null };
  expect(await stayingHere(Promise.resolve(preview))).toBe(preview);
  const away = new TypeError("Failed to fetch");
  await expect(stayingHere(Promise.reject(away))).rejects.toBe(away);
});
