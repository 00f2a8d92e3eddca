import { expect, test } from "vitest";
import { messageSearchText, parseMessageSearch } from "./message-search.ts";

test("which messages are shown is part of the address", () => {
  const search = parseMessageSearch(new URLSearchParams("show=unread&q=hat&after=x"));
  expect(search).toEqual({ show: "unread", query: "hat", after: null });
  expect(messageSearchText(search)).toBe("?show=unread&q=hat");
  expect(messageSearchText(parseMessageSearch(new URLSearchParams("show=nonsense")))).toBe("");
});
