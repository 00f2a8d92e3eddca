import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EmailText } from "./email-text.tsx";

test("[AO-1] an email address may break after its @, and reads the same", () => {
  const html = renderToStaticMarkup(createElement(EmailText, { email: "joe.cap@example.com" }));
  expect(html).toContain(">joe.cap@<wbr/>example.com<");
});
