const FLIGHT_MS = 400;

/**
 * A dot flies from the button to the cart icon, up and over like a ball. It is decoration: the product is in
 * the cart already. Resolves when the dot has landed, or right away when the shopper prefers reduced motion.
 */
export async function flyToCart(from: Element): Promise<void> {
  const target = document.getElementById("cart-button");
  if (!target || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const start = centerOf(from);
  const end = centerOf(target);
  const dot = document.createElement("span");
  dot.className =
    "flying-dot pointer-events-none fixed -top-2 -left-2 z-80 size-4 rounded-full bg-white [box-shadow:0_0_0_2px_var(--color-fairway),0_4px_12px_rgb(12_22_18/0.35)]";
  dot.setAttribute("aria-hidden", "true");
  document.body.append(dot);
  const peak = Math.min(start.y, end.y) - 60;
  const flight = dot.animate(
    [
      { transform: `translate(${start.x}px, ${start.y}px) scale(1)`, easing: "cubic-bezier(.2,.7,.5,1)" },
      {
        transform: `translate(${(start.x + end.x) / 2}px, ${Math.max(peak, 12)}px) scale(1.25)`,
        easing: "cubic-bezier(.5,0,.8,.5)",
      },
      { transform: `translate(${end.x}px, ${end.y}px) scale(.5)` },
    ],
    { duration: FLIGHT_MS, fill: "forwards" },
  );
  await flight.finished.catch(() => {});
  dot.remove();
}

function centerOf(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
