// The emails of a restock request: the confirmation, and the notice that the item is back.
import { html } from "hono/html";
import { itemName } from "#domain/product/item-name.ts";
import { productPath } from "#domain/product/product-path.ts";
import { RESTOCK_TURN_HOURS } from "#domain/restock/restock-request.ts";
import { type Block, button, emailPicture, link, paragraph, say, writeLetter } from "../letters/frame.ts";
import { type Letter, pageUrl, type Sender } from "../letters/letter.ts";

/** `requestPage`: the private URL of the request; `productPage` preselects the variant. */
export type RestockLetter = Sender & {
  item: { name: string; variation: string };
  image: { url: string; alt: string } | null;
  requestPage: string;
  productPage: string;
};

/** To the email that was entered, perhaps someone else's: nothing more is sent unless they confirm on the page. */
export function restockAsked(letter: RestockLetter): Letter {
  const { requestPage } = letter;
  const item = itemName(letter.item);
  return writeLetter(letter, {
    subject: `Please confirm: an email when ${item} is back`,
    title: "Want an email when it's back?",
    preheader: `Confirm, and we'll email you once when ${item} is back in stock.`,
    blocks: [
      say(
        `You asked ${letter.store.storeName} to email you when ${item} is back in stock. Please confirm, and we'll send you one email.`,
      ),
      picture(letter),
      { text: requestPage, html: button(requestPage, "Yes, email me") },
      say("Didn't ask for this? Ignore this email, and we won't send you another one."),
      {
        html: paragraph(html`Button not working? Open this link: ${link(requestPage, requestPage)}`),
      },
    ],
  });
}

/** To a shopper who asked again after confirming: nothing more to do. */
export function restockAskedAgain(letter: RestockLetter): Letter {
  const { requestPage } = letter;
  const item = itemName(letter.item);
  const news = `You asked for this before, so you keep your place in line. We'll email you once when ${item} is back in stock.`;
  return writeLetter(letter, {
    subject: `You're on the list for ${item}`,
    title: "You're on the list",
    preheader: news,
    blocks: [say(news), picture(letter), noMore(requestPage)],
  });
}

/** To the next shopper in line. */
export function restockBack(letter: RestockLetter): Letter {
  const { productPage, requestPage } = letter;
  const item = itemName(letter.item);
  const fairness = `We email shoppers in the order they asked, one for each unit in stock, and the next in line ${RESTOCK_TURN_HOURS} hours later. We can't reserve one for you, so don't wait too long.`;
  return writeLetter(letter, {
    subject: `It's back: ${item}`,
    title: "It's back",
    preheader: `${item} is back in stock.`,
    blocks: [
      say(`You asked us to email you: ${item} is back in stock.`),
      picture(letter),
      { text: productPage, html: button(productPage, "View it in the shop") },
      say(fairness),
      say("This is the one email you asked for."),
      noMore(requestPage),
    ],
  });
}

function noMore(requestPage: string): Block {
  const line = "Changed your mind?";
  return {
    text: `${line} Unsubscribe:\n${requestPage}`,
    html: paragraph(html`${line} ${link(requestPage, "Unsubscribe")}`),
  };
}

function picture({ image, publicUrl, item, productPage }: RestockLetter): Block | null {
  if (!image || !URL.canParse(image.url, publicUrl)) return null;
  const { href, protocol } = new URL(emailPicture(image.url), publicUrl);
  if (protocol !== "https:" && protocol !== "http:") return null;
  return {
    html: html`<p style="margin:0 0 16px"><a href="${productPage}" target="_blank"><img src="${href}" width="200" alt="${image.alt || item.name}" style="display:block;width:200px;height:auto;border:0;border-radius:8px;background:#efe9de"></a></p>`,
  };
}

/** The links of both emails, as absolute URLs. */
export function restockPages(
  sender: Sender,
  asked: { productId: string; name: string; variation: string; requestPath: string },
): Pick<RestockLetter, "requestPage" | "productPage"> {
  const productPage = pageUrl(
    sender,
    productPath({ id: asked.productId, name: asked.name }, asked.variation),
  );
  return { requestPage: pageUrl(sender, asked.requestPath), productPage };
}
