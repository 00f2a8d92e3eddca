import { expect, test } from "vitest";
import { messageSearchText, parseMessageSearch, replyAddress } from "./message-search.ts";

test("an answer goes to the sender, quotes the message, and adds no recipient", () => {
  const address = replyAddress({
    name: "Pat",
    email: "pat@example.com?bcc=all@example.com",
    subject: "Hat size & color",
    message: "Which one?\nThanks",
  });
  const url = new URL(address);
  expect(decodeURIComponent(url.pathname)).toBe("pat@example.com?bcc=all@example.com");
  expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(url.searchParams.get("subject")).toBe("Re: Hat size & color");
  expect(url.searchParams.get("body")).toContain("> Which one?\r\n> Thanks");
});

test("which messages are shown is part of the address", () => {
  const search = parseMessageSearch(new URLSearchParams("show=unread&after=x"));
  expect(search).toEqual({ show: "unread", after: null });
  expect(messageSearchText(search)).toBe("?show=unread");
  expect(messageSearchText(parseMessageSearch(new URLSearchParams("show=nonsense")))).toBe("");
});
