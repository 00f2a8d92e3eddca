// All that the shop knows of one person, as a file. It asks for the password and leaves a row in the audit log. It has no
// page; the guard of the layout protects it.
import { exportCustomer } from "#server/customers/export-customer.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { demandPassword } from "../ask-password.ts";
import type { Route } from "./+types/customer-export";

export async function loader({ url, params: { id }, context }: Route.LoaderArgs) {
  const { shop, email: actor, isPasswordFresh } = adminOf(context);
  demandPassword({ isPasswordFresh }, url);
  const format = url.searchParams.get("format") === "csv" ? "csv" : "json";
  const file = await exportCustomer(shop, { id, format, actor });
  if (!file) throw new Response(null, { status: 404 });
  return new Response(file.text, {
    headers: {
      ...privatePage(),
      "Content-Type": `${file.type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="customer.${format}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
