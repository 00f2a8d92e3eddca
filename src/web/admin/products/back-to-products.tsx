import { ArrowLeft } from "lucide-react";
import { href, Link } from "react-router";

export function BackToProducts() {
  return (
    <Link to={href("/admin/products")} className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold">
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span className="text-link">All products</span>
    </Link>
  );
}
