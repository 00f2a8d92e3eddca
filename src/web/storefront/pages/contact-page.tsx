import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { BrandPicture } from "#domain/brand/picture.ts";
import type { ContactMessage, ContactOutcome } from "#domain/messages/contact-message.ts";
import { businessContact } from "#domain/settings/business-contact.ts";
import { hoursRows } from "#domain/settings/business-hours.ts";
import type { BusinessInfo } from "#domain/settings/settings.ts";
import { useRootData } from "../../page/root-data.ts";
import { BrandImage } from "../brand/brand-image.tsx";
import type { SentForm } from "../sent-form.ts";
import { ContactForm } from "./contact-form.tsx";
import { Clock, Mail, MapPin, MessageSquare } from "./contact-icons.ts";
import { desertScene } from "./scenes.ts";

/** The result of the action, with the text unless the message was sent. */
export type SentMessage = SentForm<ContactOutcome, ContactMessage> & { receipt: string };

type ContactPageProps = {
  info: BusinessInfo;
  picture: BrandPicture | null;
  answer: SentMessage | undefined;
  isSending: boolean;
};

export function ContactPage({ info, picture, answer, isSending }: ContactPageProps) {
  const { email, phone, addressLines } = businessContact(info);
  const { profile } = useRootData();
  return (
    <>
      <section className="bg-mist">
        <div className="wrap py-12 lg:py-16">
          <p className="eyebrow text-flag">Contact</p>
          <h1 className="display mt-3 max-w-[16ch] text-hero">Get in Touch with Our Team</h1>
        </div>
      </section>
      <div className="wrap grid gap-x-16 gap-y-12 py-12 lg:grid-cols-[1fr_1.2fr] lg:py-16">
        <section aria-labelledby="reach-us">
          <h2 id="reach-us" className="display text-heading">
            How to reach us
          </h2>
          <dl className="mt-6 grid">
            {email && (
              <Way icon={<Mail className="size-5" />} label="Email">
                <a href={`mailto:${email}`} className="text-link inline-block min-h-6 break-words">
                  {email}
                </a>
              </Way>
            )}
            {phone && (
              <Way icon={<MessageSquare className="size-5" />} label="Text message">
                <a href={phone.smsHref} className="text-link inline-block min-h-6">
                  {phone.shown}
                </a>
              </Way>
            )}
            <Way icon={<MapPin className="size-5" />} label="Return address">
              <address className="not-italic">
                {addressLines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            </Way>
            <Way icon={<Clock className="size-5" />} label="Business hours">
              {hoursRows(profile.businessHours, profile.zoneName).map(([days, hours]) => (
                <span key={days} className="flex flex-wrap justify-between gap-x-4">
                  <span>{days}</span>
                  <span className="numerals">{hours}</span>
                </span>
              ))}
            </Way>
          </dl>
          {picture && (
            <BrandImage
              picture={picture}
              scene={desertScene}
              sizes="(width >= 64rem) 45vw, 94vw"
              className="mt-8 aspect-[4/3] w-full rounded-picture bg-sand object-cover"
            />
          )}
        </section>
        <section>
          <h2 className="display text-heading">Send a Message</h2>
          <p className="mt-3 text-ink-2">
            Waiting for an order?{" "}
            <Link to={href("/orders")} className="text-link">
              Find your order
            </Link>{" "}
            and check its status.
          </p>
          <ContactForm answer={answer} isSending={isSending} />
        </section>
      </div>
    </>
  );
}

function Way({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="border-t border-line py-4">
      <dt className="flex items-center gap-3 font-semibold">
        <span className="text-flag">{icon}</span>
        {label}
      </dt>
      <dd className="mt-0.5 max-w-[26rem] pl-8">{children}</dd>
    </div>
  );
}
