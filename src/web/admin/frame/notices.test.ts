import { expect, test } from "vitest";
import { noticeCookie, noticeIn, notices } from "./notices.ts";

test("[AL-3] a notice named by the server is found among other cookies", () => {
  const cookies = `shop_admin=1; ${noticeCookie("signed-out").split(";")[0]}; x=y`;
  expect(noticeIn(cookies)).toEqual(notices["signed-out"]);
  expect(noticeIn(cookies)?.title).toBe("Signed out successfully");
});

test.each([
  "",
  "admin_notice=",
  "admin_notice=<b>hello",
  "admin_notice=constructor",
  "my_admin_notice=signed-in",
])("a cookie that names no notice of ours shows nothing: %j", (cookies) => {
  expect(noticeIn(cookies)).toBeNull();
});
