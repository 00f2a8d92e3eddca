// Money matches: the owner sees that everything matches; a refund that was made at the provider and that the shop missed
// is shown with its mend beside it, and matches after one press.
import { beforeAll, expect, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { control, type PlacedOrder, placeOrder } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const browser = browserForTests();
const shop = shopForTests();
const PAT = { name: "Pat Matched", email: "pat.matched@example.com" };

let order: PlacedOrder;
beforeAll(async () => {
  order = await placeOrder(shop, PAT);
});

test("[KN-4] all match; a refund at the provider that the shop missed is shown and taken over", async () => {
  await browser.visit(
    "money matches",
    { viewport: DESKTOP, expected: [/status of 4(00|09)/] },
    async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/dashboard");
      await page.getByRole("link", { name: "Money matches", exact: true }).first().click();
      const checkNow = page.getByRole("button", { name: "Check Now" });
      await checkNow.click();
      await page.getByRole("heading", { name: "The only one matches" }).waitFor();
      await expectSound(page, "money matches");
      await page.setViewportSize(PHONE);
      await expectSound(page, "money matches on a phone");
      await expectFitsNarrow(page, "money matches");
      await page.setViewportSize(DESKTOP);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Export CSV" }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^money-.*\.csv$/);

      // Once in a while the shop asks for refunds by itself, and knows this one before anybody has looked.
      const missed = page.getByRole("article").filter({ hasText: "A refund that the shop does not know" });
      for (let made = 0; made < 2 && (await missed.count()) === 0; made += 1) {
        await control(shop, "faults", { kind: "webhook_lost", times: 2 });
        await control(shop, `payments/${order.paymentIntentId}/refund`, { amount: 100 });
        await checkNow.click();
        // A quick check has ended before the page asks how it stands.
        await missed
          .or(page.getByRole("heading", { name: /^All \d match$/ }))
          .first()
          .waitFor();
        await page.getByText("It is being checked.").waitFor({ state: "detached" });
      }
      await missed.getByText("$1.00, succeeded").waitFor();
      await missed.getByText("nothing").waitFor();
      await expectSound(page, "money that does not match");
      await page.setViewportSize(PHONE);
      await expectSound(page, "money that does not match, on a phone");
      await expectFitsNarrow(page, "money that does not match");
      await missed.getByRole("button", { name: "Take Over" }).click();
      await missed.waitFor({ state: "detached" });
      await page.getByRole("heading", { name: /^All [23] match$/ }).waitFor();
      await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
      await page.getByText("−$1.00").first().waitFor();
    },
  );
});
