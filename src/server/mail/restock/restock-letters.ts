// The two mails of a restock request: the one that asks for its confirmation, and the one that it is for.
import { html } from "hono/html";
import { itemName } from "#domain/product/item-name.ts";
import { productPath } from "#domain/product/product-path.ts";
import { RESTOCK_TURN_HOURS } from "#domain/restock/restock-request.ts";
import { type Block, button, link, mailPicture, paragraph, say, writeLetter } from "../letters/frame.ts";
import { type Letter, pageUrl, type Sender } from "../letters/letter.ts";

/** `requestPage`: the secret URL of the request; `productPage` chooses the option. */
export type RestockLetter = Sender & {
  item: { name: string; variation: string };
  image: { url: string; alt: string } | null;
  requestPage: string;
  productPage: string;
};

/** To whoever's email was typed: nothing comes of it unless they say yes on the page. */
export function restockAsked(letter: RestockLetter): Letter {
  const { requestPage } = letter;
  const item = itemName(letter.item);
  return writeLetter(letter, {
    subject: `Please confirm: a mail when ${item} is back`,
    title: "Shall we tell you when it's back?",
    preheader: `One mail when ${item} can be bought again.`,
    blocks: [
      say(
        `Somebody, we think you, would like to hear from ${letter.store.storeName} when ${item} is back. Please confirm it, and you get one mail.`,
      ),
      picture(letter),
      { text: requestPage, html: button(requestPage, "Yes, tell me") },
      say("You did not ask for it? Then you can ignore this mail: without your yes we write nothing more."),
      {
        html: paragraph(html`The button does not work? Open this address: ${link(requestPage, requestPage)}`),
      },
    ],
  });
}

/** To whoever asked again and has confirmed before: they need not do anything. */
export function restockAskedAgain(letter: RestockLetter): Letter {
  const { requestPage } = letter;
  const item = itemName(letter.item);
  const news = `You have asked for it already and keep your place: you get one mail when ${item} is back.`;
  return writeLetter(letter, {
    subject: `You are on the list for ${item}`,
    title: "You are on the list",
    preheader: news,
    blocks: [say(news), picture(letter), noMore(requestPage)],
  });
}

/** To the next of those who wait. */
export function restockBack(letter: RestockLetter): Letter {
  const { productPage, requestPage } = letter;
  const item = itemName(letter.item);
  const fairness = `We write to as many people as there are pieces, in the order in which they asked, and to the next ones ${RESTOCK_TURN_HOURS} hours later. No piece is put aside for you, so have a look soon.`;
  return writeLetter(letter, {
    subject: `It's back: ${item}`,
    title: "It's back",
    preheader: `${item} can be bought again.`,
    blocks: [
      say(`You asked us to tell you: ${item} is back.`),
      picture(letter),
      { text: productPage, html: button(productPage, "See it in the shop") },
      say(fairness),
      say("This was the one mail that you asked for."),
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
  const { href, protocol } = new URL(mailPicture(image.url), publicUrl);
  if (protocol !== "https:" && protocol !== "http:") return null;
  return {
    html: html`<p style="margin:0 0 16px"><a href="${productPage}" target="_blank"><img src="${href}" width="200" alt="${image.alt || item.name}" style="display:block;width:200px;height:auto;border:0;border-radius:8px;background:#efe9de"></a></p>`,
  };
}

/** Where both mails lead, as absolute URLs. */
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
