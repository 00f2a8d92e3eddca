/** What a demo says of its business. Obviously invented, and never in the place of what an owner has entered. */
export const sampleBusiness = {
  email: "hello@example.com",
  phone: "(602) 555-0142",
  address: "1 Fairway Lane, Phoenix, AZ 85001, USA",
};
