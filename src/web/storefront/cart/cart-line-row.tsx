import { Link } from "react-router";
import { type CartLine, keyOf, lineName, quantityMax } from "#domain/cart/cart.ts";
import { productPath } from "#domain/product/product-path.ts";
import type { TaxSettings } from "#domain/settings/settings.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { X } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/price.tsx";
import { drawerActions } from "./drawer-actions.ts";

type CartLineRowProps = {
  line: CartLine;
  /** What the shopper has just put there. */
  isFresh: boolean;
  tax: TaxSettings;
  onClose: () => void;
};

export function CartLineRow({ line, isFresh, tax, onClose }: CartLineRowProps) {
  const key = keyOf(line);
  const name = lineName(line);
  const path = productPath(line.product);
  const isAllThereIs = line.quantity >= quantityMax(line);
  return (
    <li className={`flex gap-4 px-5 py-3 ${isFresh ? "just-added" : ""}`}>
      <Link to={path} replace onClick={onClose} tabIndex={-1} aria-hidden="true" className="w-18 flex-none">
        <Picture
          image={line.product.image ? { url: line.product.image, alt: "" } : null}
          sizes="72px"
          placeholder=""
          className="aspect-[4/5] w-full rounded-field bg-sand object-cover"
        />
      </Link>
      <div className="grid flex-1 content-start gap-1">
        <div className="flex items-start justify-between gap-2">
          <Link
            to={path}
            replace
            onClick={onClose}
            className="py-0.5 leading-snug font-semibold hover:underline"
          >
            <span>{line.product.name}</span>
            {line.selectedOption !== null && (
              <span className="block text-[0.9375rem] font-normal text-ink-2"> ({line.selectedOption})</span>
            )}
          </Link>
          <IconButton
            label={`Remove ${name}`}
            className="-mt-2.5 -mr-2.5"
            onClick={() => drawerActions.remove(key)}
          >
            <X className="size-4" />
          </IconButton>
        </div>
        <p className="-mt-1.5 text-[0.9375rem]">
          <Price product={line.product} />
          {tax.enableTax && tax.includeTaxInPrice && <span className="text-ink-2"> (Tax included)</span>}
        </p>
        <div className="mt-1.5 flex items-center gap-3">
          <Stepper
            label={`Quantity of ${name}`}
            value={line.quantity}
            min={0}
            max={quantityMax(line)}
            onChange={(quantity) => drawerActions.changeQuantity(key, quantity)}
          />
          {isAllThereIs && <span className="text-sm text-ink-2">That's all we have</span>}
        </div>
      </div>
    </li>
  );
}
