import { expect, test } from "vitest";
import { businessContact } from "./business-contact.ts";

const blank = { storeName: "Golf Pro Shop", email: "", phone: "", address: "", logoUrl: "" };

test("[CT-1] without settings only the return address in Phoenix is known", () => {
  expect(businessContact(blank)).toEqual({ email: null, phone: null, addressLines: ["Phoenix, AZ, USA"] });
});

test("[CT-1] shows what the owner has set", () => {
  const contact = businessContact({
    ...blank,
    email: "pro@example.com",
    phone: "(602) 555-0142",
    address: "12 Fairway Lane\r\n Phoenix, AZ 85001 \n",
  });
  expect(contact).toEqual({
    email: "pro@example.com",
    phone: { shown: "(602) 555-0142", smsHref: "sms:+16025550142" },
    addressLines: ["12 Fairway Lane", "Phoenix, AZ 85001"],
  });
});

test("a number with its country code is left as it is", () => {
  expect(businessContact({ ...blank, phone: "+1 602-555-0142" }).phone?.smsHref).toBe("sms:+16025550142");
});
