import type { Appearance } from "@stripe/stripe-js";

/**
 * The card form in the colors of the page. The provider's frame doesn't load our style sheet, so it gets the values of the
 * tokens (styles/theme.css, and the owner's look over it).
 */
export function paymentAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim();
  const [brand, ink, quiet, edge, error] = ["fairway", "ink", "ink-2", "edge", "err"].map((name) =>
    token(`color-${name}`),
  ) as [string, string, string, string, string];
  return {
    theme: "stripe",
    variables: {
      fontFamily: token("font-sans"),
      fontSizeBase: "16px",
      spacingUnit: "4px",
      borderRadius: token("radius-field"),
      colorPrimary: brand,
      colorBackground: token("color-surface"),
      colorText: ink,
      colorTextSecondary: quiet,
      colorTextPlaceholder: quiet,
      colorDanger: error,
    },
    rules: {
      ".Input": { border: `1.5px solid ${edge}`, padding: "12px 14px", boxShadow: "none" },
      ".Input:focus": { border: `1.5px solid ${brand}`, boxShadow: `0 0 0 3px ${brand}` },
      ".Input--invalid": { border: `1.5px solid ${error}`, boxShadow: "none" },
      ".Label": { fontSize: "16px", fontWeight: "600", color: ink },
    },
  };
}
