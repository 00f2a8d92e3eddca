import type { Appearance } from "@stripe/stripe-js";

/**
 * The card form in the shop's colors. The provider's frame knows neither our style sheets nor OKLCH, so these
 * are the hex values of the same colors.
 */
export const paymentAppearance: Appearance = {
  theme: "stripe",
  variables: {
    fontFamily: '"Hanken Grotesk", system-ui, sans-serif',
    fontSizeBase: "16px",
    spacingUnit: "4px",
    borderRadius: "10px",
    colorPrimary: "#184b33",
    colorBackground: "#fdfcf9",
    colorText: "#14211b",
    colorTextSecondary: "#47534c",
    colorTextPlaceholder: "#47534c",
    colorDanger: "#b32322",
  },
  rules: {
    ".Input": { border: "1.5px solid #7b8379", padding: "12px 14px", boxShadow: "none" },
    ".Input:focus": { border: "1.5px solid #184b33", boxShadow: "0 0 0 3px #184b33" },
    ".Input--invalid": { border: "1.5px solid #b32322", boxShadow: "none" },
    ".Label": { fontSize: "16px", fontWeight: "600", color: "#14211b" },
  },
};
