import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { type Product, type ProductSummary, pricesOf } from "#domain/product/product.ts";
import { askFunction } from "../../../page/functions-client.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { leaveLayer } from "../../../ui/use-history-layer.ts";
import { cartActions } from "../../cart/cart.ts";
import { lineOfProduct } from "../cart-line-of.ts";
import { OptionChips } from "./option-chips.tsx";
import { OptionSheet } from "./option-sheet.tsx";

type QuickOptionsProps = {
  product: ProductSummary;
  open: boolean;
  onClose: () => void;
};

/** The options of a card's product, over the list. None is chosen for the shopper. */
export function QuickOptions({ product, open, onClose }: QuickOptionsProps) {
  const navigate = useNavigate();
  const whole = useWhole(product.id, open, leadOn);
  const [selected, setSelected] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { path } = product;

  /** The options can't be had here. */
  function leadOn() {
    leaveLayer();
    onClose();
    toast("Select options", {
      description: "This product requires selecting options on its detail page",
    });
    void navigate(path, { replace: true, viewTransition: true, state: { choose: true } });
  }

  function add() {
    if (!whole) return;
    if (selected === null) return setMissing(true);
    cartActions.add(lineOfProduct(whole, selected, 1));
    onClose();
  }

  function askForIt(variation: string) {
    leaveLayer();
    onClose();
    void navigate(`${path}?${new URLSearchParams({ option: variation })}#restock`, { replace: true });
  }

  return (
    <OptionSheet
      name={product.name}
      prices={whole ? pricesOf(whole, selected) : product}
      named={selected === null ? "" : ` · ${selected}`}
      open={open}
      onClose={onClose}
      onAdd={add}
    >
      {whole ? (
        <OptionChips
          legend={whole.optionName}
          options={whole.options}
          pricesVary={whole.pricesVary}
          selected={selected}
          error={isMissing ? "Please select an option" : undefined}
          onSelect={(variation) => {
            setSelected(variation);
            setMissing(false);
          }}
          onSoldOut={askForIt}
        />
      ) : (
        <Spinner label="Loading options" />
      )}
      <Link to={path} replace viewTransition className="text-link justify-self-start" onClick={onClose}>
        See all details
      </Link>
    </OptionSheet>
  );
}

/** The current product at each opening. */
function useWhole(id: string, open: boolean, onFailure: () => void): Product | null {
  const [whole, setWhole] = useState<Product | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do about a failure is asked when it happens.
  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    askFunction("find-product", { id }).then(
      (answer) => isCurrent && setWhole((answer as { product: Product }).product),
      () => isCurrent && onFailure(),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, open]);
  return whole;
}
