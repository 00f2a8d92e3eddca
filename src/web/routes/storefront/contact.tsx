import { href, useNavigation } from "react-router";
import { shownPicture } from "#domain/brand/picture.ts";
import { emptyContactMessage } from "#domain/messages/contact-message.ts";
import { clientIpOf } from "#server/core/client-ip.ts";
import { sendContactMessage } from "#server/inbox/messages/send-contact-message.ts";
import { recallSettings } from "#server/settings/recall-settings.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { metaOf } from "../../page/page-meta.ts";
import { useRootData } from "../../page/root-data.ts";
import { HONEYPOT_FIELD } from "../../storefront/pages/contact-form.tsx";
import { ContactPage } from "../../storefront/pages/contact-page.tsx";
import type { Route } from "./+types/contact";
import { formPageHeaders, respond, textOf } from "./form-page.ts";

export const headers = formPageHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const { look } = (await recallSettings(shopOf(context))).brand;
  return { picture: shownPicture(look.contactPicture, look) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = shopOf(context);
  const form = await request.formData();
  const sent = {
    name: textOf(form, "name"),
    email: textOf(form, "email"),
    subject: textOf(form, "subject"),
    message: textOf(form, "message"),
  };
  const honeypot = textOf(form, HONEYPOT_FIELD);
  const outcome = await sendContactMessage(shop, { ...sent, honeypot, ip: clientIpOf(request) });
  const values = outcome.ok ? emptyContactMessage : sent;
  return respond({ outcome, values, receipt: shop.newId() });
}

export const meta = metaOf({
  title: "Contact",
  description: "Questions about a size, an order, or a return? Contact our team. We reply on weekdays.",
  path: "/contact",
});

export default function Contact({ loaderData: { picture }, actionData }: Route.ComponentProps) {
  const { settings } = useRootData();
  const navigation = useNavigation();
  const isSending = navigation.formAction === href("/contact");
  return (
    <ContactPage info={settings.businessInfo} picture={picture} answer={actionData} isSending={isSending} />
  );
}
